/* Symbols of a document: its kernels, and the functions that launch some, with their launches. */
#include "ide/lsp_server.h"

#include "ide/protocol/lsp_json.h"

enum { SYMBOL_FUNCTION = 12, SYMBOL_EVENT = 24 };

struct listing {
	struct lsp_server *server;
	struct lsp_file *file;
	json_t *symbols;
};

static json_t *range_of(const struct listing *listing, const json_t *value, const char *from, const char *to)
{
	const struct lsp_lines *lines = lsp_document_lines(listing->file->document);
	enum lsp_encoding encoding = listing->server->client.encoding;
	struct lsp_range range = {lsp_position_of(lines, (size_t)lsp_json_integer(value, from, 0), encoding),
		lsp_position_of(lines, (size_t)lsp_json_integer(value, to, 0), encoding)};
	return lsp_json_of_range(range);
}

/* The same symbol for clients that know no trees. */
static void add_flat(
	const struct listing *listing, const json_t *name, int kind, json_t *range, const json_t *in)
{
	json_t *symbol = json_pack("{sOsis{soso}}", "name", name, "kind", kind, "location", "uri",
		lsp_json_text(listing->file->document->uri), "range", range);
	if (in)
		json_object_set(symbol, "containerName", (json_t *)(uintptr_t)in);
	json_array_append_new(listing->symbols, symbol);
}

static json_t *launch_name(const json_t *launch)
{
	return json_sprintf("%s<<<>>>", lsp_json_string(launch, "kernel", "kernel"));
}

static void add_function(const struct listing *listing, const json_t *function)
{
	json_t *name = json_object_get(function, "name"), *children = json_array(), *launch;
	bool is_tree = listing->server->client.symbol_tree;
	size_t i;
	if (!is_tree)
		add_flat(listing, name, SYMBOL_FUNCTION, range_of(listing, function, "start", "end"), NULL);
	json_array_foreach(json_object_get(function, "launches"), i, launch)
	{
		json_t *label = launch_name(launch);
		if (is_tree)
			json_array_append_new(children,
				json_pack("{sOsisoso}", "name", label, "kind", SYMBOL_EVENT, "range",
					range_of(listing, launch, "start", "end"), "selectionRange",
					range_of(listing, launch, "start", "end")));
		else
			add_flat(listing, label, SYMBOL_EVENT, range_of(listing, launch, "start", "end"),
				name);
		json_decref(label);
	}
	if (is_tree)
		json_array_append_new(listing->symbols,
			json_pack("{sOsOsisososO}", "name", name, "detail",
				json_object_get(function, "detail"), "kind", SYMBOL_FUNCTION, "range",
				range_of(listing, function, "start", "end"), "selectionRange",
				range_of(listing, function, "name_start", "name_end"), "children", children));
	json_decref(children);
}

json_t *lsp_symbols(struct lsp_server *server, struct lsp_file *file, const json_t *params)
{
	struct listing listing = {server, file, json_array()};
	json_t *function;
	size_t i;
	(void)params;
	if (file && file->result)
		json_array_foreach(json_object_get(file->result->outline, "functions"), i, function)
			add_function(&listing, function);
	return listing.symbols;
}
