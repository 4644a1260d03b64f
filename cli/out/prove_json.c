/* `prove -f json`: the format cudalint-prove/1. */
#include "cli/out/json_value.h"
#include "cli/out/prove.h"

static json_t *place_json(const struct prove_out *out, const struct prove_place *place)
{
	json_t *json = json_object();
	json_value_set_text(out->arena, json, "path", place->path);
	json_object_set_new(json, "line", json_integer(place->line));
	json_object_set_new(json, "column", json_integer(place->column));
	return json;
}

static void set_place(
	const struct prove_out *out, json_t *json, const char *key, const struct prove_place *place)
{
	if (place->path)
		json_object_set_new(json, key, place_json(out, place));
}

static json_t *answer_json(const struct prove_out *out, const struct prove_kernel *kernel, int property)
{
	const struct proof_answer *answer = &kernel->proof.answers[property];
	json_t *json = json_object();
	const char *key = answer->verdict == PROOF_REFUTED ? "witness" : "reason";
	json_object_set_new(
		json, "property", json_string(proof_property_name((enum proof_property)property)));
	json_object_set_new(json, "verdict", json_string(proof_verdict_name(answer->verdict)));
	json_value_set_text(out->arena, json, key, answer->reason);
	json_value_set_text(out->arena, json, "decides", answer->decides);
	set_place(out, json, "at", &kernel->sites[property]);
	set_place(out, json, "with", &kernel->others[property]);
	return json;
}

static json_t *kernel_json(const struct prove_out *out, const struct prove_kernel *kernel)
{
	json_t *json = json_object(), *facts = json_array(), *answers = json_array();
	json_value_set_text(out->arena, json, "kernel", kernel->name);
	set_place(out, json, "at", &kernel->place);
	set_place(out, json, "launch", &kernel->launch);
	for (size_t i = 0; i < kernel->proof.facts.count; i++)
		json_array_append_new(facts, json_value_text(out->arena, kernel->proof.facts.data[i]));
	for (int i = 0; i < PROOF_PROPERTIES; i++)
		json_array_append_new(answers, answer_json(out, kernel, i));
	json_object_set_new(json, "facts", facts);
	json_object_set_new(json, "properties", answers);
	json_object_set_new(json, "questions", json_value_integer(kernel->proof.questions));
	return json;
}

void prove_json(const struct prove_out *out)
{
	json_t *json = json_object(), *kernels = json_array();
	for (size_t i = 0; i < out->kernels.count; i++)
		json_array_append_new(kernels, kernel_json(out, &out->kernels.data[i]));
	json_object_set_new(json, "schema", json_string("cudalint-prove/1"));
	if (out->solver) {
		json_t *solver = json_object();
		json_object_set_new(solver, "name", json_string("z3"));
		json_object_set_new(solver, "version", json_string(solver_version(out->solver)));
		json_object_set_new(json, "solver", solver);
	}
	json_object_set_new(json, "kernels", kernels);
	json_dumpf(json, out->stream, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
	fputc('\n', out->stream);
	json_decref(json);
}
