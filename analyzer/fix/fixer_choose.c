/* Which fixes are made in a round: those of files that may be changed, and that all units agree on. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/path.h"
#include "analyzer/base/replace_file.h"
#include "analyzer/fix/fixer_state.h"

enum { LARGEST = 64 * 1024 * 1024 };

bool fixer_start(struct fixer *fixer)
{
	struct run_report *ignored = ARENA_NEW(fixer->arena, struct run_report);
	fixer->plan = (struct plan){.arena = fixer->arena, .options = fixer->options, .report = ignored};
	const struct run_report *report = &fixer->report;
	if (plan_make(&fixer->plan, fixer->registry) || fixer->plan.inputs.count != report->units.count)
		return false;
	for (size_t i = 0; i < fixer->plan.inputs.count; i++) {
		if (strcmp(fixer->plan.inputs.data[i].path, report->units.data[i]->path) != 0)
			return false;
		struct includes *includes = ARENA_NEW(fixer->arena, struct includes);
		unit_includes(fixer->arena, &fixer->plan.units[i].parse, includes);
		vec_push(fixer->arena, &fixer->includes, includes);
	}
	return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

static const struct input *stdin_named(const struct fixer *fixer, const char *path)
{
	for (size_t i = 0; i < fixer->plan.inputs.count; i++)
		if (fixer->plan.inputs.data[i].is_stdin && !strcmp(fixer->plan.inputs.data[i].path, path))
			return &fixer->plan.inputs.data[i];
	return NULL;
}

/* Whether a file lies where fixes may be made: in the repositories of the inputs, and beside and below the
 * inputs. Those that a link out of its repository led to say nothing. */
static bool is_below_inputs(const struct fixer *fixer, const char *absolute)
{
	for (size_t i = 0; i < fixer->plan.inputs.count; i++) {
		const struct input *input = &fixer->plan.inputs.data[i];
		const char *root = input->root ? input->root : path_parent(fixer->arena, input->absolute);
		if (!input->link && path_is_below(absolute, root))
			return true;
	}
	return false;
}

/* The link that led to a file elsewhere; NULL: none did. */
static const char *link_to(const struct fixer *fixer, const char *absolute)
{
	for (size_t i = 0; i < fixer->plan.inputs.count; i++)
		if (!strcmp(fixer->plan.inputs.data[i].absolute, absolute))
			return fixer->plan.inputs.data[i].link;
	return NULL;
}

/* The text of the file; an errno value when it can't be read. */
static int read_text(struct fixer *fixer, struct fixer_file *file)
{
	struct buffer text = {0};
	if (file->is_stdin) {
		file->before.size = fixer->options->stdin_size;
		file->before.data = arena_strndup(fixer->arena,
			fixer->options->stdin_text ? fixer->options->stdin_text : "", file->before.size);
		return 0;
	}
	int error = buffer_read_file(&text, file->absolute, LARGEST);
	if (!error) {
		char *copy = ARENA_ARRAY(fixer->arena, char, text.size + 1);
		memcpy(copy, text.data, text.size);
		file->before = (struct fixer_text){copy, text.size};
	}
	buffer_free(&text);
	return error;
}

/* Why a file may not be changed; NULL: it may. */
static const char *obstacle(struct fixer *fixer, struct fixer_file *file, const struct fix *fix)
{
	int error = read_text(fixer, file);
	if (error)
		return strerror(error);
	if (fix_text_hash(file->before.data, file->before.size) != fix->text_hash)
		return "it has changed since it was read";
	if (file->is_stdin)
		return NULL;
	const char *link = link_to(fixer, file->absolute);
	if (link)
		return arena_printf(
			fixer->arena, "the link '%s' that leads to it points out of the repository", link);
	if (!is_below_inputs(fixer, file->absolute))
		return "it lies outside of the folders of the run";
	error = fixer->request->write ? file_is_replaceable(file->absolute) : 0;
	fixer->out->failed |= error != 0;
	return error ? strerror(error) : NULL;
}

/* The file that a fix is for; NULL: it is left alone. */
static struct fixer_file *file_for(struct fixer *fixer, const struct fix *fix)
{
	const char *path = fix->edits.data[0].path;
	struct fixer_file *file = fixer_file_named(fixer, path);
	for (size_t i = 0; !file && i < fixer->refused.count; i++)
		if (!strcmp(fixer->refused.data[i], path))
			return NULL;
	if (file)
		return file->is_frozen ? NULL : file;
	const struct input *input = stdin_named(fixer, path);
	file = ARENA_NEW(fixer->arena, struct fixer_file);
	file->path = arena_strdup(fixer->arena, path);
	file->is_stdin = input != NULL;
	file->absolute = input ? input->absolute : path_resolve(fixer->arena, path);
	const char *problem = file->absolute ? obstacle(fixer, file, fix) : "there is no such file";
	if (problem) {
		fixer_problem(fixer, "%s: not fixed: %s", path, problem);
		vec_push(fixer->arena, &fixer->refused, file->path);
		return NULL;
	}
	file->now = file->next = file->before;
	vec_push(fixer->arena, &fixer->files, file);
	return file;
}

/* ---- agreement ------------------------------------------------------------------------------- */

static bool unit_asks_for(
	const struct unit_result *unit, const struct finding *finding, const struct fix *fix)
{
	for (size_t i = 0; i < unit->findings.count; i++) {
		const struct finding *own = unit->findings.data[i];
		if (own->suppressed || strcmp(own->code, finding->code) != 0 ||
			own->span.start.offset != finding->span.start.offset ||
			strcmp(own->span.path, finding->span.path) != 0)
			continue;
		for (size_t k = 0; k < own->fixes.count; k++)
			if (fix_equal(&own->fixes.data[k], fix))
				return true;
	}
	return false;
}

/* Whether a unit's silence means anything: where a file is a part of others, too, it doesn't show alone how
 * its kernels are launched. */
static bool has_a_say(const struct fixer *fixer, size_t index, const struct fixer_file *file,
	const struct finding *finding, bool is_shared)
{
	bool is_itself = !strcmp(fixer->plan.inputs.data[index].absolute, file->absolute);
	return fixer_unit_has(fixer, index, file->absolute) &&
	       !(is_itself && is_shared && finding->launch.source);
}

static bool is_shared(const struct fixer *fixer, const struct fixer_file *file)
{
	size_t units = 0;
	for (size_t i = 0; i < fixer->includes.count; i++)
		units += fixer_unit_has(fixer, i, file->absolute);
	return units > 1;
}

/* The first unit that has the file, but not the fix: what it makes of the text is something else. */
static const char *dissenter(
	const struct fixer *fixer, const struct fixer_file *file, const struct fixer_choice *choice)
{
	bool shared = is_shared(fixer, file);
	for (size_t i = 0; i < fixer->includes.count; i++) {
		const struct unit_result *unit = fixer->report.units.data[i];
		if (has_a_say(fixer, i, file, choice->finding, shared) &&
			!unit_asks_for(unit, choice->finding, choice->fix))
			return unit->path;
	}
	return NULL;
}

static void add_dissent(struct fixer *fixer, const struct finding *finding, const char *unit)
{
	for (size_t i = 0; i < fixer->dissents.count; i++) {
		struct fixer_dissent *dissent = &fixer->dissents.data[i];
		if (!strcmp(dissent->path, finding->span.path) && !strcmp(dissent->code, finding->code) &&
			!strcmp(dissent->unit, unit)) {
			dissent->count++;
			return;
		}
	}
	struct fixer_dissent dissent = {finding->span.path, finding->code, unit, 1};
	vec_push(fixer->arena, &fixer->dissents, dissent);
}

void fixer_tell_dissents(struct fixer *fixer)
{
	for (size_t i = 0; i < fixer->dissents.count; i++) {
		const struct fixer_dissent *dissent = &fixer->dissents.data[i];
		fixer_problem(fixer, "%s: %zu x %s not fixed: %s includes the file and has no such finding",
			dissent->path, dissent->count, dissent->code, dissent->unit);
	}
}

/* ---- a round --------------------------------------------------------------------------------- */

static void add_choice(struct fixer *fixer, const struct finding *finding)
{
	struct fixer_choice choice = {finding, fix_choose(finding, fixer->request->safety)};
	struct fixer_file *file = choice.fix ? file_for(fixer, choice.fix) : NULL;
	if (!file)
		return;
	const char *unit = dissenter(fixer, file, &choice);
	if (unit)
		add_dissent(fixer, finding, unit);
	else
		vec_push(fixer->arena, &file->choices, choice);
}

/* Makes the choices of a file in its text; those that touch others wait for another round. */
static bool apply_choices(struct fixer *fixer, struct fixer_file *file)
{
	fix_list fixes = {0};
	struct buffer text = {0};
	bool *applied = ARENA_ARRAY(fixer->arena, bool, file->choices.count + 1);
	size_t kept = 0;
	for (size_t i = 0; i < file->choices.count; i++)
		vec_push(fixer->arena, &fixes, file->choices.data[i].fix);
	fixes_apply(&text, file->path, file->now.data, file->now.size, &fixes, applied);
	for (size_t i = 0; i < file->choices.count; i++)
		if (applied[i])
			file->choices.data[kept++] = file->choices.data[i];
	file->choices.count = kept;
	bool differs = text.size != file->now.size || memcmp(text.data, file->now.data, text.size) != 0;
	if (kept && differs) {
		char *copy = ARENA_ARRAY(fixer->arena, char, text.size + 1);
		memcpy(copy, text.data, text.size);
		file->next = (struct fixer_text){copy, text.size};
	} else {
		file->choices.count = 0;
	}
	buffer_free(&text);
	return file->choices.count > 0;
}

bool fixer_choose(struct fixer *fixer, const finding_list *findings)
{
	bool any = false;
	fixer->dissents.count = 0;
	for (size_t i = 0; i < findings->count; i++)
		add_choice(fixer, findings->data[i]);
	for (size_t i = 0; i < fixer->files.count; i++)
		any |= apply_choices(fixer, fixer->files.data[i]);
	return any;
}
