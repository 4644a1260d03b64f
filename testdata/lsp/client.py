"""A small client of a language server on pipes, for tests and measurements: standard library alone.

Messages are read by a thread into a queue; requests are matched with their answers by id. What the server asks
(configuration, registrations, applyEdit) is answered from `answers`.
"""
import json
import os
import queue
import subprocess
import threading
import time


class Timeout(Exception):
    pass


class Client:
    def __init__(self, command, env=None, cwd=None, stderr=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=stderr if stderr is not None else subprocess.DEVNULL, env=env, cwd=cwd)
        self.inbox = queue.Queue()
        self.backlog = []
        self.next_id = 0
        self.answers = {}
        self.asked = []
        self.versions = {}
        threading.Thread(target=self._read, daemon=True).start()

    # ---- the stream

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.inbox.put(None)
                    return
                if line in (b"\r\n", b"\n"):
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self.inbox.put((time.monotonic(), json.loads(stream.read(length))))

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, "params": params if params is not None else {}})

    def request(self, method, params=None):
        """Sends a request and returns its id."""
        self.next_id += 1
        message = {"jsonrpc": "2.0", "id": self.next_id, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        return self.next_id

    # ---- what comes back

    def _take(self, timeout):
        try:
            item = self.inbox.get(timeout=max(0, timeout))
        except queue.Empty:
            raise Timeout("nothing came")
        if item is None:
            self.inbox.put(None)
            raise EOFError("the server has ended")
        self.last_time, message = item
        if "method" in message and "id" in message:
            self.asked.append(message)
            answer = self.answers.get(message["method"])
            self.send({"jsonrpc": "2.0", "id": message["id"],
                       "result": answer(message.get("params")) if callable(answer) else answer})
        return message

    def wait(self, accept, timeout=30):
        """The first message that `accept` takes, among those that came before, too."""
        for i, message in enumerate(self.backlog):
            if accept(message):
                return self.backlog.pop(i)
        end = time.monotonic() + timeout
        while True:
            try:
                message = self._take(end - time.monotonic())
            except Timeout:
                raise Timeout("not within %g s; there were %s" % (
                    timeout, [m.get("method", m.get("id")) for m in self.backlog]))
            if accept(message):
                return message
            self.backlog.append(message)

    def answer(self, request, timeout=30):
        return self.wait(lambda m: m.get("id") == request and "method" not in m, timeout)

    def call(self, method, params=None, timeout=30):
        """Sends a request and returns its result."""
        message = self.answer(self.request(method, params), timeout)
        if "error" in message:
            raise RuntimeError("%s: %s" % (method, message["error"]))
        return message["result"]

    def diagnostics(self, uri, version=None, timeout=30):
        """What is published next for a document (of that version)."""
        def accept(message):
            params = message.get("params", {})
            return (message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == uri and
                    (version is None or params.get("version") == version))
        return self.wait(accept, timeout)["params"]["diagnostics"]

    def drain(self, seconds=0.2):
        """Everything that comes until nothing has for a while."""
        taken, self.backlog = self.backlog, []
        while True:
            try:
                taken.append(self._take(seconds))
            except (Timeout, EOFError):
                return taken

    # ---- the session

    def start(self, root, capabilities=None, **more):
        params = {"processId": os.getpid(), "rootUri": None if root is None else "file://" + root,
                  "capabilities": capabilities or {}}
        params.update(more)
        result = self.call("initialize", params)
        self.notify("initialized")
        return result

    def open(self, uri, text, language="cuda-cpp"):
        self.versions[uri] = self.versions.get(uri, 0) + 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": self.versions[uri], "text": text}})
        return self.versions[uri]

    def change(self, uri, *changes):
        """Each change is a text, or (start line, start character, end line, end character, text)."""
        self.versions[uri] += 1
        content = []
        for change in changes:
            if isinstance(change, str):
                content.append({"text": change})
            else:
                content.append({"range": {"start": {"line": change[0], "character": change[1]},
                                          "end": {"line": change[2], "character": change[3]}}, "text": change[4]})
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": content})
        return self.versions[uri]

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def stop(self, timeout=10):
        """An orderly end; returns the exit status."""
        self.call("shutdown", timeout=timeout)
        self.notify("exit")
        return self.process.wait(timeout)

    def kill(self):
        self.process.kill()
        self.process.wait()
