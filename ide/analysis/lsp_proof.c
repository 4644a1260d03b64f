/* What `prove` says of an open document's kernels, for hovers: asked in the background when somebody first
 * points at a kernel, of the text as it is then, and dropped with the next edit. */
#include "ide/lsp_server.h"

#include <string.h>
#include <unistd.h>

#include "ide/analysis/lsp_plan.h"

struct asking {
	struct lsp_server *server;
	struct lsp_job job;
	const struct lsp_document *document;
};

static void prepare(void *context, int fd)
{
	const struct asking *asking = context;
	lsp_close_others(asking->server, fd);
}

static void ask(void *context, int fd)
{
	static const char *const standard_input[] = {"-"};
	const struct asking *asking = context;
	const struct lsp_job *job = &asking->job;
	const struct proof_effort effort = proof_effort_short();
	struct arena *arena = arena_new();
	struct run_options options = lsp_plan_options(job);
	struct buffer out = {0}, encoded = {0};
	proof_marks marks = {0};
	if (chdir(job->root) != 0)
		return;
	options.paths = standard_input;
	options.path_count = 1;
	options.stdin_name = job->path;
	options.stdin_text = asking->document->text.data ? asking->document->text.data : "";
	options.stdin_size = asking->document->text.size;
	options.max_memory_mb = job->settings->memory_mb;
	proofs_of_file(arena, &options, job->options->registry, &effort, &marks);
	proofs_write(&encoded, &marks);
	size_t start = lsp_frame_begin(&out, LSP_FRAME_PROOFS, 0);
	lsp_frame_text(&out, encoded.data, encoded.size);
	lsp_frame_end(&out, start);
	lsp_background_write(fd, &out);
	arena_free(arena);
}

static bool any_asks(const struct lsp_server *server)
{
	for (size_t i = 0; i < server->files.count; i++)
		if (server->files.data[i]->proof.process.pid)
			return true;
	return false;
}

void lsp_proof_want(struct lsp_server *server, struct lsp_file *file)
{
	const struct lsp_settings *settings = lsp_settings_at(server, file->path);
	bool is_usable =
		settings->proofs && !file->is_header && lsp_is_current(file) && !file->result->failed;
	if (!is_usable || file->result->has_proofs || any_asks(server))
		return;
	struct asking asking = {.server = server, .document = file->document};
	asking.job = (struct lsp_job){.options = server->options,
		.settings = settings,
		.root = lsp_root_of(server, file->path),
		.path = file->real};
	const struct lsp_background_work work = {prepare, ask, &asking};
	file->proof.generation = file->generation;
	if (!lsp_background_start(&file->proof.process, &work))
		lsp_log(server, LSP_LOG_WARNING, "%s: no process for proofs could be started", file->path);
}

void lsp_proof_read(struct lsp_server *server, struct lsp_file *file)
{
	struct lsp_proof *proof = &file->proof;
	struct lsp_frame frame;
	const char *bytes;
	size_t size;
	(void)server;
	if (lsp_background_read(&proof->process))
		return;
	size_t whole = lsp_background_frame(&proof->process, &frame);
	bool is_here = lsp_is_current(file) && proof->generation == file->generation;
	if (is_here) {
		file->result->has_proofs = true;
		if (!whole || whole == SIZE_MAX || !lsp_frame_next(&frame, &bytes, &size) ||
			!proofs_read(file->result->arena, bytes, size, &file->result->proofs))
			file->result->proofs.count = 0;
	}
	lsp_background_end(&proof->process);
}

/* An edit makes what is asked useless. */
void lsp_proof_stop_old(struct lsp_server *server)
{
	for (size_t i = 0; i < server->files.count; i++) {
		struct lsp_proof *proof = &server->files.data[i]->proof;
		if (proof->process.pid && proof->generation != server->files.data[i]->generation)
			lsp_background_end(&proof->process);
	}
}
