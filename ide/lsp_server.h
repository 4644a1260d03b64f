/* The language server's state, in one struct, and what its files do with it.
 *
 * One thread and one loop: it waits for the client, for workers and for the clock, and never for an analysis.
 * lsp_session.c is the loop, lsp_rpc.c takes messages to their handlers, lsp_sync.c keeps documents,
 * lsp_schedule.c says which is analysed when, lsp_worker.c talks to the process that does it, and the others
 * answer requests from the last result. */
#ifndef CUDALINT_IDE_LSP_SERVER_H
#define CUDALINT_IDE_LSP_SERVER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "analyzer/base/format.h"
#include "analyzer/engine/wire.h"
#include "analyzer/run/proofs.h"
#include "ide/lsp.h"
#include "ide/lsp_settings.h"
#include "ide/protocol/lsp_background.h"
#include "ide/protocol/lsp_message.h"
#include "ide/text/lsp_document.h"

/* What the client can do. */
struct lsp_client {
	enum lsp_encoding encoding;
	bool pull;                /* it asks for diagnostics; else they are published */
	bool pull_refresh;        /* and can be told to ask again */
	bool related;             /* answers may hold other documents' diagnostics */
	bool places, tags, pages; /* diagnostics may hold related places, tags, and a link of their code */
	bool document_changes;    /* edits can name the version that they are for */
	bool show_document;
	bool configuration, watch_files;
	bool code_action_literals, preferred_actions;
	bool symbol_tree;
	bool lens_refresh, hint_refresh;
	bool markdown;
	bool work_progress;
	pid_t process; /* ends when the client has; 0: not told */
};

/* A file of an analysis: as findings call it, and its absolute path. */
struct lsp_result_file {
	const char *path, *absolute;
	int64_t version; /* of the document whose text it had; -1: as on disk */
};

/* What an analysis has found. */
struct lsp_result {
	struct arena *arena; /* holds all of this, too */
	uint64_t generation;
	int64_t version; /* of the document */
	struct unit_result *unit;
	VEC(struct lsp_result_file) files; /* its own first */
	json_t *outline;                   /* kernels, launches: see lsp_outline.h; NULL: none */
	json_t *prediction;                /* likewise, when it was asked for */
	const char *error; /* why it could not be planned, as a mistake in the configuration; NULL: it was */
	bool failed;       /* no analysis: its only finding says why */
	bool has_proofs;   /* `proofs` are those of its kernels */
	proof_marks proofs;
	bool is_whole;      /* of the whole text, so that its facts are, too */
	const char *parsed; /* absolute: the document, or who includes it; NULL: nothing was */
};

/* What the rest of the project says to an open document; see project/lsp_told.c. */
struct lsp_told {
	struct lsp_background process;
	struct buffer given; /* encoded (project_write_given); empty: nothing */
	uint64_t asked;      /* hash of what the document asked when it was found out last; 0: never */
	uint64_t question;   /* that of the process at work */
	double due_ms;       /* when the others are to be asked; 0: they needn't be */
	unsigned rounds;     /* answers that changed something, since the last edit */
};

/* A process that proves an open document's kernels; see analysis/lsp_proof.c. */
struct lsp_proof {
	struct lsp_background process;
	uint64_t generation; /* of the document */
};

/* A process that analyses one document again and again. */
struct lsp_worker {
	pid_t pid; /* 0: there is none */
	int fd;
	struct buffer received, to_send;
	size_t sent;                            /* of to_send */
	uint64_t generation;                    /* being analysed; 0: idle */
	uint64_t prediction_pending;            /* generation that a prediction is awaited for; 0: none */
	struct arena *sent_arena;               /* of `sent_files` */
	VEC(struct lsp_result_file) sent_files; /* documents whose texts it was given, or has on disk */
	double started_ms;
	double deadline_ms;      /* when its time is looked at next; 0: it is idle */
	double last_deadline_ms; /* by the clock, far behind what its processor time allows */
	double used_before_ms;   /* processor time before it was given this work; -1: not known */
	double used_ms;          /* when it was last given work: the one unused longest goes first */
};

/* An open document with what is known of it. */
struct lsp_file {
	struct lsp_document *document;
	const char *path; /* absolute; of a document in no file: made up */
	const char *real; /* the same without symbolic links */
	bool is_header, is_linted;
	bool is_unsaved;     /* its text isn't that on disk */
	uint64_t opened;     /* another number each time it is opened */
	uint64_t generation; /* grows with whatever changes its findings */
	double due_ms;       /* when its analysis is to begin; 0: none is needed */
	double dirty_ms;     /* since when one is needed; 0: it isn't */
	bool is_touched;     /* something else than an edit of its own made it so */
	double last_ms;      /* how long the last analysis took; 0: none yet */
	unsigned failures;   /* of workers, one after the other */
	double retry_ms;     /* no new worker before */
	struct lsp_worker worker;
	struct lsp_told told;
	struct lsp_proof proof;
	uint64_t planned;             /* lsp_plan_stamp() when an analysis began last; 0: none has */
	struct lsp_result *result;    /* the last; NULL: none yet */
	line_list related;            /* URIs that pulled answers had diagnostics for */
	unsigned long long published; /* hash of what was published last; 0: nothing */
};

/* Something else than an open document that diagnostics were published for. */
struct lsp_published {
	const char *uri;
	unsigned long long hash;
	bool seen;
};

/* An analysis of all files of a folder, in the background; see project/lsp_project.c. */
struct lsp_project {
	struct lsp_background process;
	struct lsp_result *result; /* the last; NULL: none yet */
	line_list units;           /* absolute paths, in the result's arena */
	bool is_stale;             /* something has changed since the last run began */
	bool is_given_up; /* the user has stopped it, or it has failed: not before something changes */
	bool is_followed; /* it is run again whenever something changes, whether someone waits or not */
	double due_ms;    /* when it is to begin; 0: nobody wants it */
	double started_ms;
	json_t *token; /* of the progress that is shown; NULL: none */
	bool has_begun;
};

/* A folder of the workspace, with what is set there. */
struct lsp_folder {
	struct arena *arena;
	const char *uri, *path, *real; /* absolute; real: without symbolic links */
	struct arena *settings_arena;
	json_t *value; /* that is in effect; NULL: none */
	struct lsp_settings settings;
	struct lsp_project project;
};

/* A request for the diagnostics of the whole workspace that isn't answered yet. */
struct lsp_pull {
	json_t *id, *token, *work_token; /* tokens: NULL, or where parts of the answer and its progress go */
	json_t *known;                   /* id of each document's report that the client has, by URI */
	json_t *sent;                    /* the same of those that went out as parts */
};

/* A request that waits for an analysis. */
struct lsp_waiting {
	json_t *id;
	json_t *params;
	const char *method;
	struct lsp_file *file;
	bool needs_prediction;
	double deadline_ms; /* then it is answered with what is there; 0: none */
};

/* A report that is being written; see lsp_report.h. */
struct lsp_report {
	pid_t pid; /* 0: none */
	int fd;
	json_t *id, *token; /* of the request; the token of its progress, or NULL */
	char *path;
	struct buffer said; /* on standard error */
};

/* A rule's page; `uri` NULL: it has none. */
struct lsp_page {
	const char *code, *uri;
};

enum lsp_phase { LSP_STARTING, LSP_RUNNING, LSP_SHUT_DOWN, LSP_ENDED };

struct lsp_server {
	const struct lsp_options *options;
	struct arena *arena; /* as long as the server */
	enum lsp_phase phase;
	int exit_status;
	int in, out;
	struct lsp_reader reader;
	struct buffer output;
	size_t written; /* of output */
	struct lsp_client client;
	const char *root;  /* absolute: the workspace's first folder */
	const char *trace; /* "off", "messages", "verbose" */
	struct arena *settings_arena;
	json_t *initial_settings, *settings_value; /* from initialize; that are in effect; NULL: none */
	struct lsp_settings settings;              /* of documents in no folder, and of the server itself */
	VEC(struct lsp_folder *) folders;
	VEC(struct lsp_pull) pulls;
	json_t *closings; /* how often each document was closed, by URI */
	VEC(struct lsp_file *) files;
	VEC(struct lsp_waiting) waiting;
	VEC(struct lsp_published) others; /* files that aren't open */
	VEC(struct lsp_page) pages;
	struct lsp_report report;
	uint64_t last_generation;
	long long last_request;  /* ids of our own requests */
	long long last_settings; /* that which asked for settings last */
	VEC(const char *) told;  /* messages that the user has seen */
	double parent_check_ms;
	bool refresh_wanted; /* what the client has pulled is out of date */
	bool publish_wanted;
};

/* ---- lsp_rpc.c ------------------------------------------------------------------------------- */

enum lsp_error {
	LSP_PARSE_ERROR = -32700,
	LSP_INVALID_REQUEST = -32600,
	LSP_METHOD_NOT_FOUND = -32601,
	LSP_INVALID_PARAMS = -32602,
	LSP_NOT_INITIALIZED = -32002,
	LSP_CANCELLED = -32800,
	LSP_CONTENT_MODIFIED = -32801,
	LSP_SERVER_CANCELLED = -32802,
	LSP_REQUEST_FAILED = -32803
};

/* Takes one message's body to its handler. */
void lsp_rpc_take(struct lsp_server *server, const char *body, size_t size);

/* Answers; they take over `result`, not `id`. */
void lsp_reply(struct lsp_server *server, const json_t *id, json_t *result);
void lsp_fail(struct lsp_server *server, const json_t *id, enum lsp_error code, const char *message);

/* A notification or a request of our own; they take over `params`. */
void lsp_notify(struct lsp_server *server, const char *method, json_t *params);
void lsp_ask(struct lsp_server *server, const char *method, json_t *params);

enum lsp_log { LSP_LOG_ERROR = 1, LSP_LOG_WARNING = 2, LSP_LOG_INFO = 3 };

/* A line for the client's log and, on errors and warnings, for the server's standard error. */
void lsp_log(struct lsp_server *server, enum lsp_log kind, const char *format, ...) FORMAT_PRINTF(3, 4);

/* A line that the user is to see, once a session. */
void lsp_tell(struct lsp_server *server, enum lsp_log kind, const char *line);

/* ---- lsp_sync.c ------------------------------------------------------------------------------ */

struct lsp_file *lsp_file_find(const struct lsp_server *server, const char *uri);
/* The open document of an absolute path; NULL: none. */
struct lsp_file *lsp_file_at(const struct lsp_server *server, const char *path);
/* Of a request's params.textDocument.uri; NULL: it isn't open. */
struct lsp_file *lsp_file_of(const struct lsp_server *server, const json_t *params);
void lsp_file_close(struct lsp_server *server, struct lsp_file *file);

void lsp_did_open(struct lsp_server *server, const json_t *params);
void lsp_did_change(struct lsp_server *server, const json_t *params);
void lsp_did_save(struct lsp_server *server, const json_t *params);
void lsp_did_close(struct lsp_server *server, const json_t *params);
void lsp_did_change_files(struct lsp_server *server, const json_t *params);

/* ---- lsp_schedule.c -------------------------------------------------------------------------- */

/* The document's findings are out of date; it is analysed after `wait_ms`. */
void lsp_schedule(struct lsp_server *server, struct lsp_file *file, double wait_ms);
/* The same, for a reason that isn't an edit of the document: a client that pulls is told. */
void lsp_schedule_touched(struct lsp_server *server, struct lsp_file *file, double wait_ms);
/* It is, and its worker has to plan anew; all are, likewise. */
void lsp_schedule_anew(struct lsp_server *server, struct lsp_file *file);
void lsp_schedule_all(struct lsp_server *server);
/* Whether the last result is of the text as it is. */
bool lsp_is_current(const struct lsp_file *file);
/* Starts what is due, ends what takes too long. */
void lsp_schedule_run(struct lsp_server *server);
/* Milliseconds until something is due; -1: nothing. */
int lsp_schedule_wait(const struct lsp_server *server);
/* A worker has sent a result, which the document takes over, or a prediction for the last one. */
void lsp_schedule_result(struct lsp_server *server, struct lsp_file *file, struct lsp_result *result);
/* It has ended without one. */
void lsp_schedule_failure(struct lsp_server *server, struct lsp_file *file, const char *why);

/* ---- lsp_worker.c ---------------------------------------------------------------------------- */

/* Gives the document's worker its text, starting one if there is none. False: none can be had. */
bool lsp_worker_analyse(struct lsp_server *server, struct lsp_file *file);
/* Asks for a prediction on what was analysed last. */
void lsp_worker_predict(struct lsp_server *server, struct lsp_file *file);
/* The prediction that it is at won't come: it isn't asked for again. */
void lsp_worker_forget_prediction(struct lsp_file *file);
/* Reads and writes what can be without waiting. */
void lsp_worker_exchange(struct lsp_server *server, struct lsp_file *file);
/* Kills it and takes back what it has. */
void lsp_worker_stop(struct lsp_file *file);
/* Whether it has used up the time that it has for its work; sets when to look again. A busy machine costs no
 * processor time: by the clock a worker has many times that. */
enum lsp_late { LSP_IN_TIME, LSP_LATE, LSP_LATE_BY_CLOCK };
enum { LSP_CLOCK_FACTOR = 5 };
enum lsp_late lsp_worker_is_late(struct lsp_worker *worker, double now, unsigned timeout_s);
bool lsp_worker_has_output(const struct lsp_worker *worker);
/* In a forked process: closes what is the server's alone, but for `own`. */
void lsp_close_others(const struct lsp_server *server, int own);
void lsp_result_free(struct lsp_result *result);

/* ---- requests -------------------------------------------------------------------------------- */

/* lsp_diagnostics.c: what is said of each document, published or asked for. */
void lsp_publish(struct lsp_server *server);
void lsp_publish_closed(struct lsp_server *server, const char *uri);
json_t *lsp_diagnostics_pull(struct lsp_server *server, struct lsp_file *file, const json_t *params);
json_t *lsp_code_actions(struct lsp_server *server, struct lsp_file *file, const json_t *params);
json_t *lsp_hover(struct lsp_server *server, struct lsp_file *file, const json_t *params);
json_t *lsp_symbols(struct lsp_server *server, struct lsp_file *file, const json_t *params);
json_t *lsp_lenses(struct lsp_server *server, struct lsp_file *file, const json_t *params);
json_t *lsp_inlay_hints(struct lsp_server *server, struct lsp_file *file, const json_t *params);
void lsp_execute_command(struct lsp_server *server, const json_t *id, const json_t *params);

/* lsp_page.c: a rule's page on the web, or as a file that a client can open. NULL: it can't be written. */
const char *lsp_page_uri(struct lsp_server *server, const char *code);

/* ---- lsp_wait.c ------------------------------------------------------------------------------ */

/* Answers a request now, or when the document's analysis is there. */
void lsp_answer_later(struct lsp_server *server, const json_t *id, const char *method, const json_t *params);
/* Answers those that waited for this document. */
void lsp_wait_over(struct lsp_server *server, struct lsp_file *file);
/* Those whose time is over. */
void lsp_wait_expire(struct lsp_server *server);
void lsp_wait_cancel(struct lsp_server *server, const json_t *id);
/* The document is closed. */
void lsp_wait_drop(struct lsp_server *server, struct lsp_file *file);

/* ---- lsp_lifecycle.c ------------------------------------------------------------------------- */

void lsp_initialize(struct lsp_server *server, const json_t *id, const json_t *params);
void lsp_initialized(struct lsp_server *server);
/* "off", "messages" or "verbose"; anything else is nothing. */
void lsp_set_trace(struct lsp_server *server, const char *value);

/* ---- lsp_folder.c ---------------------------------------------------------------------------- */

/* The folders of an initialize request; the first one becomes the working directory. */
void lsp_folders_begin(struct lsp_server *server, const json_t *params);
void lsp_did_change_folders(struct lsp_server *server, const json_t *params);
void lsp_folders_release(struct lsp_server *server);
/* The innermost folder that an absolute path lies in; NULL: none. */
struct lsp_folder *lsp_folder_of(const struct lsp_server *server, const char *path);
/* What is set there; and the folder that paths are relative to: that of the workspace, else the first one. */
const struct lsp_settings *lsp_settings_at(const struct lsp_server *server, const char *path);
const char *lsp_root_of(const struct lsp_server *server, const char *path);
/* Takes the settings that the client names, for all folders; NULL, or no object: those it began with. */
void lsp_take_settings(struct lsp_server *server, const json_t *value);
/* Asks the client for its settings, those of each folder, if it can be asked; and takes its answer. */
void lsp_ask_settings(struct lsp_server *server);
void lsp_take_all_settings(struct lsp_server *server, const json_t *values);

/* ---- lsp_proof.c ----------------------------------------------------------------------------- */

/* Has the kernels of a document proven, unless that is done, or is being done for one. */
void lsp_proof_want(struct lsp_server *server, struct lsp_file *file);
void lsp_proof_read(struct lsp_server *server, struct lsp_file *file);
void lsp_proof_stop_old(struct lsp_server *server);

/* ---- project/ -------------------------------------------------------------------------------- */

/* lsp_told.c: a document's analysis may have questions to the rest of the project, or something in that has
 * changed; then what is due is begun, and what comes back is taken. */
void lsp_told_ask(struct lsp_server *server, struct lsp_file *file);
void lsp_told_changed(struct lsp_server *server, const struct lsp_file *self);
void lsp_told_run(struct lsp_server *server);
void lsp_told_read(struct lsp_server *server, struct lsp_file *file);
void lsp_told_release(struct lsp_file *file);

/* lsp_project.c: runs over folders. A file has changed, or a folder (NULL: anything may have); somebody wants
 * the findings of a folder; a run is at an end before it has any; the same as above. */
void lsp_project_changed(struct lsp_server *server, const char *path);
void lsp_project_want(struct lsp_server *server, struct lsp_folder *folder, double wait_ms);
void lsp_project_stop(struct lsp_server *server, struct lsp_folder *folder, const char *why);
void lsp_project_run(struct lsp_server *server);
void lsp_project_read(struct lsp_server *server, struct lsp_folder *folder);
void lsp_project_release(struct lsp_server *server, struct lsp_folder *folder);
/* The client's user has stopped it. */
void lsp_project_cancel(struct lsp_server *server, const json_t *token);
/* Milliseconds until something of all this is due; -1: nothing. */
int lsp_project_wait(const struct lsp_server *server);

/* lsp_pull.c: workspace/diagnostic. */
void lsp_pull_begin(struct lsp_server *server, const json_t *id, const json_t *params);
/* Answers those requests for which everything is there; they wait while nothing is new to them. */
void lsp_pull_answer(struct lsp_server *server);
/* A part: what was found in one file, whose absolute path that is. */
void lsp_pull_part(struct lsp_server *server, const struct lsp_result *result, const char *path);
/* False: there is no such request. */
bool lsp_pull_cancel(struct lsp_server *server, const json_t *id);
/* All of them end without an answer. */
void lsp_pull_give_up(struct lsp_server *server, const char *why);
void lsp_pull_release(struct lsp_server *server);

#endif
