;;; cudalint.el --- Findings in CUDA C++ through Eglot or lsp-mode  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages, tools, c
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; cudalint's language server for Eglot (in Emacs since 29, before a package), and for lsp-mode, where it runs beside
;; clangd.  CUDA files get a mode that is C++'s, unless another is set for them.  See README.md beside this file.

;;; Code:

(require 'cc-mode)
(require 'jsonrpc)

(declare-function flymake-diagnostic-text "flymake")
(declare-function eglot-current-server "eglot")
(declare-function eglot-code-actions "eglot")
(declare-function lsp-execute-code-action-by-kind "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-request "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(defvar eglot-server-programs)
(defvar eglot-workspace-configuration)
(defvar lsp-language-id-configuration)

(defgroup cudalint nil
  "Static analysis of CUDA C++."
  :group 'tools)

(defcustom cudalint-program "cudalint"
  "The program: a name that is looked for in `exec-path', or a path."
  :type 'string)

(defcustom cudalint-settings nil
  "What to find, as a property list such as (:arch [\"sm_90\"] :ignore [\"CU604\"]).
The settings are listed in ide/README.md of cudalint."
  :type 'plist)

;;;###autoload
(define-derived-mode cudalint-cuda-mode c++-mode "CUDA"
  "C++ with the words of CUDA."
  (font-lock-add-keywords
   nil '(("\\_<__\\(?:global\\|device\\|host\\|shared\\|constant\\|managed\\|restrict\\|launch_bounds\\)__\\_>"
          . font-lock-keyword-face))))

;;;###autoload
(unless (assoc "a.cu" auto-mode-alist #'string-match-p)
  (add-to-list 'auto-mode-alist '("\\.cuh?\\'" . cudalint-cuda-mode)))

(defconst cudalint--modes '(cudalint-cuda-mode cuda-mode cuda-ts-mode)
  "Modes whose files are in CUDA.")

(defun cudalint--contact (&rest _)
  "How Eglot starts the server."
  (list cudalint-program "lsp" :initializationOptions (or cudalint-settings (make-hash-table))))

;;;; Eglot

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons cudalint--modes #'cudalint--contact))
  (dolist (mode cudalint--modes)
    (put mode 'eglot-language-id "cuda-cpp")))

(defun cudalint-eglot-settings ()
  "Hand `cudalint-settings' to Eglot in this buffer.
For the hooks of CUDA modes; the server asks for its section."
  (when cudalint-settings
    (setq-local eglot-workspace-configuration (list :cudalint cudalint-settings))))

(add-hook 'cudalint-cuda-mode-hook #'cudalint-eglot-settings)

;;;; lsp-mode

(with-eval-after-load 'lsp-mode
  (dolist (mode cudalint--modes)
    ;; The name that clangd's client is activated by.
    (add-to-list 'lsp-language-id-configuration (cons mode "cuda")))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () (list cudalint-program "lsp")))
                    :major-modes cudalint--modes
                    :server-id 'cudalint
                    :add-on? t          ; beside clangd
                    :initialization-options (lambda () (or cudalint-settings (make-hash-table))))))

;;;; Commands

(defun cudalint--request (method params)
  "The answer to a request of METHOD with PARAMS, from whichever client is on."
  (cond ((and (fboundp 'eglot-current-server) (eglot-current-server))
         (jsonrpc-request (eglot-current-server) method params))
        ((bound-and-true-p lsp-mode)
         (lsp-request (substring (symbol-name method) 1) params))
        (t (user-error "Neither Eglot nor lsp-mode is on in this buffer"))))

(defun cudalint--command (name arguments)
  "Run the server's command NAME with ARGUMENTS, a property list."
  (cudalint--request :workspace/executeCommand (list :command name :arguments (vector arguments))))

(defun cudalint--member (value name)
  "The member NAME of VALUE, a property list or a hash table."
  (if (hash-table-p value)
      (gethash name value)
    (plist-get value (intern (concat ":" name)))))

(defun cudalint--codes ()
  "The codes of all rules."
  (let (codes)
    (with-temp-buffer
      (call-process cudalint-program nil t nil "rules" "--format=json")
      (goto-char (point-min))
      (while (re-search-forward "\"code\": \"\\(CU[0-9]+\\)\"" nil t)
        (push (match-string 1) codes)))
    (nreverse codes)))

(defun cudalint--code-here ()
  "The code of the finding at point, as Flymake shows it; nil: there is none."
  (when (fboundp 'flymake-diagnostics)
    (let (code)
      (dolist (each (flymake-diagnostics (line-beginning-position) (line-end-position)))
        (when (string-match "\\bCU[0-9]\\{3\\}\\b" (flymake-diagnostic-text each))
          (setq code (match-string 0 (flymake-diagnostic-text each)))))
      code)))

;;;###autoload
(defun cudalint-explain (code)
  "Show the page of the rule CODE; that of this line's finding is offered."
  (interactive
   (let ((here (cudalint--code-here)))
     (list (completing-read (if here (format "Rule (default %s): " here) "Rule: ")
                            (cudalint--codes) nil t nil nil here))))
  (let ((page (cudalint--command "cudalint.explain" (list :code code))))
    (with-current-buffer (get-buffer-create (format "*cudalint %s*" code))
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert (cudalint--member page "markdown"))
        (goto-char (point-min)))
      (when (fboundp 'markdown-view-mode)
        (markdown-view-mode))
      (view-mode 1)
      (display-buffer (current-buffer)))))

;;;###autoload
(defun cudalint-fix-all ()
  "Make every fix of this buffer that is safe."
  (interactive)
  (let ((kind "source.fixAll.cudalint"))
    (if (bound-and-true-p lsp-mode)
        (lsp-execute-code-action-by-kind kind)
      (eglot-code-actions (point-min) (point-max) kind t))))

;;;###autoload
(defun cudalint-report (file)
  "Check the project and write an HTML report to FILE."
  (interactive "FWrite the report to: ")
  (message "cudalint: checking the project for the report")
  (cudalint--command "cudalint.exportReport" (list :format "html" :path (expand-file-name file)))
  (message "cudalint: %s is written" file))

(provide 'cudalint)
;;; cudalint.el ends here
