/* Who includes whom, by names alone: a file that is included is looked for beside the one that includes it,
 * else it is every header whose path ends like the name. That is generous: what may be included is not linted
 * alone. */
#include "analyzer/run/headers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"

enum { LARGEST = 5 * 1000 * 1000 };

/* ---- looks at text --------------------------------------------------------------------------- */

static bool is_word_at(const char *text, const char *at, size_t length)
{
	bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
	return begins && !(isalnum((unsigned char)at[length]) || at[length] == '_');
}

static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; (at = strstr(at, word)); at += length)
		if (is_word_at(text, at, length))
			return true;
	return false;
}

bool header_is_linted(const struct input *input)
{
	static const char *const plain[] = {
		"h", "hpp", "hh", "hxx"}; /* .inl and its like are parts of others */
	struct buffer text = {0};
	const char *extension = path_extension(input->absolute);
	bool found = !strcmp(extension, "cuh"), is_plain = false;
	if (input->link)
		return false;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		is_plain |= !strcmp(extension, plain[i]);
	if (is_plain && buffer_read_file(&text, input->absolute, LARGEST) == 0 && text.data)
		found = inputs_speaks_cuda(text.data) || has_word(text.data, "__global__") ||
			has_word(text.data, "__device__");
	buffer_free(&text);
	return found;
}

/* The name of an #include in the line at `line`, in the arena; NULL: there is none. `is_quoted`: it is looked
 * for beside the file first. */
static const char *included_name(struct arena *arena, const char *line, bool *is_quoted)
{
	line += strspn(line, " \t");
	if (*line != '#')
		return NULL;
	line += 1 + strspn(line + 1, " \t");
	if (strncmp(line, "include", 7) != 0)
		return NULL;
	line += 7 + strspn(line + 7, " \t");
	if (*line != '"' && *line != '<')
		return NULL;
	*is_quoted = *line == '"';
	size_t length = strcspn(line + 1, *line == '<' ? ">\n" : "\"\n");
	return length ? arena_strndup(arena, line + 1, length) : NULL;
}

/* ---- the graph ------------------------------------------------------------------------------- */

struct node {
	const struct input *input;
	const char *name;      /* of the file, without folders */
	bool is_candidate;     /* a header that is linted unless somebody includes it */
	bool is_seen;          /* the first time: what it includes is known */
	bool is_reached;       /* the second time: an input includes it */
	VEC(unsigned) targets; /* nodes that it may include */
};

struct graph {
	struct arena *arena;
	struct node *nodes; /* of headers, sorted by name; then of the inputs */
	size_t headers, count;
	VEC(unsigned) finished; /* headers, by when all that they include was seen */
};

static int compare_nodes(const void *left, const void *right)
{
	const struct node *a = left, *b = right;
	int order = strcmp(a->name, b->name);
	return order ? order : strcmp(a->input->absolute, b->input->absolute);
}

/* The first header of a name; `headers`: there is none. */
static size_t first_of_name(const struct graph *graph, const char *name)
{
	size_t low = 0, high = graph->headers;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (strcmp(graph->nodes[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool ends_with(const char *path, const char *end)
{
	size_t length = strlen(path), size = strlen(end);
	return length > size && path[length - size - 1] == '/' && !strcmp(path + length - size, end);
}

/* Adds what a name means to the targets of a node. */
static void add_targets(struct graph *graph, struct node *node, const char *name, bool is_quoted)
{
	struct arena *arena = graph->arena;
	const char *folder = path_parent(arena, node->input->absolute), *file = path_name(name);
	const char *beside = path_normalize(arena, path_join(arena, folder, name));
	size_t first = first_of_name(graph, file), end = first;
	for (; end < graph->headers && !strcmp(graph->nodes[end].name, file); end++)
		if (is_quoted && !strcmp(graph->nodes[end].input->absolute, beside)) {
			vec_push(arena, &node->targets, (unsigned)end);
			return;
		}
	while (!strncmp(name, "../", 3) || !strncmp(name, "./", 2))
		name = strchr(name, '/') + 1;
	for (size_t i = first; i < end; i++)
		if (ends_with(graph->nodes[i].input->absolute, name))
			vec_push(arena, &node->targets, (unsigned)i);
}

static void find_targets(struct graph *graph, struct node *node)
{
	struct buffer text = {0};
	if (!node->input->is_stdin && !node->input->link &&
		buffer_read_file(&text, node->input->absolute, LARGEST) == 0 && text.data)
		for (const char *line = text.data; line; line = strchr(line, '\n')) {
			line += *line == '\n';
			bool is_quoted;
			const char *name = included_name(graph->arena, line, &is_quoted);
			if (name)
				add_targets(graph, node, name, is_quoted);
		}
	buffer_free(&text);
}

/* A way through the graph, and how far it has got with what the node includes. */
struct step {
	unsigned node;
	size_t next;
};

/* Sees a node and all that it includes; notes each when it is done with. */
static void see(struct graph *graph, unsigned start)
{
	VEC(struct step) way = {0};
	if (graph->nodes[start].is_seen)
		return;
	vec_push(graph->arena, &way, (struct step){start, 0});
	while (way.count) {
		struct step *step = &way.data[way.count - 1];
		struct node *node = &graph->nodes[step->node];
		if (!node->is_seen)
			find_targets(graph, node);
		node->is_seen = true;
		if (step->next == node->targets.count) {
			vec_push(graph->arena, &graph->finished, step->node);
			way.count--;
			continue;
		}
		unsigned target = node->targets.data[step->next++];
		if (!graph->nodes[target].is_seen)
			vec_push(graph->arena, &way, (struct step){target, 0});
	}
}

/* Marks what a node that is linted includes. */
static void reach(struct graph *graph, unsigned start)
{
	VEC(unsigned) open = {0};
	vec_push(graph->arena, &open, start);
	while (open.count) {
		const struct node *node = &graph->nodes[open.data[--open.count]];
		for (size_t i = 0; i < node->targets.count; i++) {
			struct node *target = &graph->nodes[node->targets.data[i]];
			if (!target->is_reached)
				vec_push(graph->arena, &open, node->targets.data[i]);
			target->is_reached = true;
		}
	}
}

static struct graph make_graph(struct arena *arena, const input_list *headers, const input_list *inputs)
{
	struct graph graph = {
		.arena = arena, .headers = headers->count, .count = headers->count + inputs->count};
	graph.nodes = ARENA_ARRAY(arena, struct node, graph.count + 1);
	for (size_t i = 0; i < graph.count; i++) {
		struct node *node = &graph.nodes[i];
		node->input = i < headers->count ? &headers->data[i] : &inputs->data[i - headers->count];
		node->name = path_name(node->input->absolute);
		node->is_candidate = i < headers->count && header_is_linted(node->input);
	}
	if (headers->count)
		qsort(graph.nodes, headers->count, sizeof *graph.nodes, compare_nodes);
	return graph;
}

/* Who is done with last isn't included by those before, unless it includes them, too. */
void headers_add(struct arena *arena, const input_list *headers, input_list *inputs)
{
	struct graph graph = make_graph(arena, headers, inputs);
	bool any = false;
	for (size_t i = 0; i < graph.headers; i++)
		any |= graph.nodes[i].is_candidate;
	for (size_t i = graph.headers; i < graph.count && any; i++) {
		see(&graph, (unsigned)i);
		reach(&graph, (unsigned)i);
	}
	for (size_t i = graph.headers; i-- > 0;)
		if (graph.nodes[i].is_candidate && !graph.nodes[i].is_reached)
			see(&graph, (unsigned)i);
	for (size_t i = graph.finished.count; i-- > 0;) {
		unsigned index = graph.finished.data[i];
		struct node *node = &graph.nodes[index];
		if (!node->is_candidate || node->is_reached)
			continue;
		node->is_reached = true;
		reach(&graph, index);
		vec_push(arena, inputs, *node->input);
	}
}
