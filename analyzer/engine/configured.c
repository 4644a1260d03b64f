/* Settings at work; see configured.h. */
#include "analyzer/engine/configured.h"

#include "analyzer/base/path.h"
#include "analyzer/base/utf8.h"
#include "analyzer/finding/comments.h"

enum { MATCHES_SHOWN = 1000 }; /* of one pattern in one file */

bool configured_header(const struct config *config, const struct ir_file *header, bool otherwise)
{
	if (!config)
		return otherwise;
	return !config_excludes(config, header->absolute) &&
	       config_reports_header(config, header->absolute, otherwise);
}

/* ---- patterns --------------------------------------------------------------------------------- */

/* A text on the way from one match to the next. */
struct cursor {
	const char *text;
	size_t size, at, line_start;
	uint32_t line;
};

/* The position of a byte that isn't before the last one asked for. */
static struct position advance(struct cursor *cursor, size_t offset)
{
	for (; cursor->at < offset; cursor->at++) {
		char c = cursor->text[cursor->at];
		bool ends = c == '\n' || (c == '\r' && !(cursor->at + 1 < cursor->size &&
							       cursor->text[cursor->at + 1] == '\n'));
		if (!ends)
			continue;
		cursor->line++;
		cursor->line_start = cursor->at + 1;
	}
	uint32_t column = utf8_column(cursor->text + cursor->line_start, offset - cursor->line_start);
	return (struct position){cursor->line, column, (uint32_t)offset};
}

static struct finding *new_finding(struct arena *arena, const struct run_unit_input *input,
	const struct config_pattern *pattern, const char *path)
{
	struct finding *finding = ARENA_NEW(arena, struct finding);
	finding->code = pattern->rule.code;
	finding->rule = pattern->rule.name;
	finding->severity = pattern->rule.severity;
	finding->confidence = CONFIDENCE_PROVEN;
	finding->message = pattern->message;
	finding->instances = 1;
	finding->span.path = path;
	for (size_t i = 0; i < input->target.arch_count; i++)
		vec_push(arena, &finding->archs, input->target.archs[i]);
	return finding;
}

static void run_pattern(struct arena *arena, const struct run_unit_input *input,
	const struct config_pattern *pattern, const struct ir_file *file, const char *code,
	finding_list *findings)
{
	struct cursor cursor = {.text = file->text, .size = file->size, .line = 1};
	size_t begin = 0, end = 0;
	for (size_t start = 0, count = 0; start <= file->size && count < MATCHES_SHOWN; count++) {
		enum regex_result result =
			regex_search(pattern->regex, code, file->size, start, &begin, &end);
		if (result == REGEX_NONE)
			return;
		struct finding *finding = new_finding(arena, input, pattern, file->path);
		vec_push(arena, findings, finding);
		if (result == REGEX_LIMIT) {
			finding->severity = SEVERITY_INFO;
			finding->message = "the pattern takes too long from here on and was given up";
			finding->span.start = finding->span.end = advance(&cursor, start);
			return;
		}
		finding->span.start = advance(&cursor, begin);
		finding->span.end = advance(&cursor, end);
		start = end > begin ? end : end + 1;
	}
}

static bool is_on(const struct rule *const *rules, const struct rule *rule)
{
	for (; *rules; rules++)
		if (*rules == rule)
			return true;
	return false;
}

void configured_patterns(struct arena *arena, const struct run_unit_input *input, const struct ir_file *file,
	finding_list *findings)
{
	const char *code = NULL;
	for (size_t i = 0; input->config && file->text && i < input->config->patterns.count; i++) {
		const struct config_pattern *pattern = input->config->patterns.data[i];
		if (!is_on(input->rules, &pattern->rule))
			continue;
		if (!code)
			code = comments_blank(arena, file->text, file->size);
		run_pattern(arena, input, pattern, file, code, findings);
	}
}

/* ---- findings --------------------------------------------------------------------------------- */

/* The absolute path of the file that a finding calls `path`. */
static const char *absolute_path(
	struct arena *arena, struct unit *const *units, size_t unit_count, const char *path)
{
	for (size_t i = 0; i < unit_count; i++)
		for (size_t k = 0; k < units[i]->module->files.count; k++)
			if (!strcmp(units[i]->module->files.data[k].path, path))
				return units[i]->module->files.data[k].absolute;
	return path_normalize(arena, path_join(arena, path_here(arena), path));
}

/* What a launch hardly notices is no warning; who sets the severity knows better. */
static bool is_minor(const struct config *config, const struct finding *finding)
{
	const struct cost *cost = &finding->cost;
	const char *source = finding->launch.source;
	double least = config ? config->min_time_us : CONFIG_MIN_TIME_US;
	bool known = cost->has_saved && (!source || strcmp(source, "assumed") != 0);
	return finding->severity == SEVERITY_WARNING && known && cost->saved_us < least;
}

void configured_settle(struct arena *arena, const struct config *config, struct unit *const *units,
	size_t unit_count, finding_list *findings)
{
	size_t kept = 0;
	for (size_t i = 0; i < findings->count; i++)
		if (is_minor(config, findings->data[i]))
			findings->data[i]->severity = SEVERITY_INFO;
	if (!config)
		return;
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		const char *path = finding->span.path;
		const struct rule *rule = select_find_rule(config->registry, finding->code);
		const struct rule_setting *severity = setting_find(&config->settings, finding->code, NULL);
		if (config->tolerates_incomplete && !strcmp(finding->code, "CU001") &&
			finding->severity == SEVERITY_ERROR)
			finding->severity = SEVERITY_WARNING;
		if (severity)
			finding->severity = severity->severity;
		if (!rule || !config->file_ignores.count ||
			!config_ignores(config, absolute_path(arena, units, unit_count, path), rule))
			findings->data[kept++] = finding;
	}
	findings->count = kept;
}
