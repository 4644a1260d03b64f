/* Giving up rights in the command's own process; see confine.h. */
#include "analyzer/run/confine.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/run/worker_child.h"
#include "analyzer/sandbox/sandbox.h"

static void make_headers(struct plan *plan, const struct run_unit_input *unit)
{
	const struct worker_limits limits = {.max_memory_mb = plan->options->max_memory_mb,
		.sandbox = plan->options->sandbox,
		.readable = &plan->readable};
	const struct unit_headers wanted = run_wanted_headers(plan->arena, unit);
	pid_t parent = getpid(), child = fork();
	if (child == 0)
		worker_headers_child(unit, &limits, &wanted, parent);
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

int confine_to_plan(struct plan *plan)
{
	const struct sandbox_rights rights = {.readable = &plan->readable};
	enum run_sandbox wanted = plan->options->sandbox;
	for (size_t i = 0; i < plan->inputs.count; i++)
		if (plan->units[i].parse.cache_dir)
			plan->units[i].parse.ask_headers = worker_without_headers;
	if (plan->inputs.count && plan->units[0].parse.cache_dir)
		make_headers(plan, &plan->units[0]);
	if (wanted == RUN_SANDBOX_OFF || sandbox_enter(&rights) == SANDBOX_ALL || wanted == RUN_SANDBOX_AUTO)
		return 0;
	plan->report->fatal = "--sandbox=require: this system can't keep a process from other files";
	return -1;
}
