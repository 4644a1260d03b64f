/* `prove` for people: per kernel a line for each property, and what there is to say under it. */
#include "cli/out/prove.h"
#include "cli/text.h"

#include <string.h>

static struct prove_place place_of(struct arena *arena, const struct ir_module *module, struct ir_range range)
{
	struct ir_place place;
	if (!ir_locate(module, range, NULL, &place) || place.file >= module->files.count)
		return (struct prove_place){0};
	return (struct prove_place){
		arena_strdup(arena, module->files.data[place.file].path), place.line, place.column};
}

void prove_out_add(struct prove_out *out, const struct ir_module *module, const proof_kernels *kernels)
{
	for (size_t i = 0; i < kernels->count; i++) {
		const struct proof_kernel *proof = &kernels->data[i];
		struct prove_kernel kernel = {.name = arena_strdup(out->arena, proof->kernel->display),
			.place = place_of(out->arena, module, proof->kernel->name_range),
			.proof = *proof};
		if (proof->launch)
			kernel.launch = place_of(out->arena, module, proof->launch->range);
		for (int k = 0; k < PROOF_PROPERTIES; k++) {
			const struct proof_answer *answer = &proof->answers[k];
			if (answer->site)
				kernel.sites[k] = place_of(out->arena, module, answer->site->range);
			if (answer->other)
				kernel.others[k] = place_of(out->arena, module, answer->other->range);
		}
		vec_push(out->arena, &out->kernels, kernel);
	}
}

bool prove_out_is_refuted(const struct prove_out *out)
{
	for (size_t i = 0; i < out->kernels.count; i++)
		for (int k = 0; k < PROOF_PROPERTIES; k++)
			if (out->kernels.data[i].proof.answers[k].verdict == PROOF_REFUTED)
				return true;
	return false;
}

static void write_place(FILE *stream, const struct prove_place *place)
{
	text_write(stream, place->path);
	fprintf(stream, ":%u:%u", place->line, place->column);
}

static void write_answer(const struct prove_out *out, const struct prove_kernel *kernel, int property)
{
	const struct proof_answer *answer = &kernel->proof.answers[property];
	const struct prove_place *site = &kernel->sites[property], *other = &kernel->others[property];
	fprintf(out->stream, "  %-17s %s", proof_property_name((enum proof_property)property),
		proof_verdict_name(answer->verdict));
	if (answer->reason) {
		fputs(": ", out->stream);
		text_write(out->stream, answer->reason);
	}
	fputc('\n', out->stream);
	if (site->path) {
		fputs("      at ", out->stream);
		write_place(out->stream, site);
		if (other->path && (other->line != site->line || other->column != site->column)) {
			fputs(" and ", out->stream);
			write_place(out->stream, other);
		}
		fputc('\n', out->stream);
	}
	if (answer->decides) {
		fputs("      it would take: ", out->stream);
		text_write(out->stream, answer->decides);
		fputc('\n', out->stream);
	}
}

void prove_text(const struct prove_out *out)
{
	for (size_t i = 0; i < out->kernels.count; i++) {
		const struct prove_kernel *kernel = &out->kernels.data[i];
		if (i)
			fputc('\n', out->stream);
		if (kernel->place.path) {
			write_place(out->stream, &kernel->place);
			fputs(": ", out->stream);
		}
		text_write(out->stream, kernel->name);
		fputc('\n', out->stream);
		for (int k = 0; k < PROOF_PROPERTIES; k++)
			write_answer(out, kernel, k);
		if (!out->verbose)
			continue;
		fputs("  facts\n", out->stream);
		for (size_t k = 0; k < kernel->proof.facts.count; k++) {
			fputs("      ", out->stream);
			text_write(out->stream, kernel->proof.facts.data[k]);
			fputc('\n', out->stream);
		}
		fprintf(out->stream, "  %llu question%s in %.0f ms\n",
			(unsigned long long)kernel->proof.questions, kernel->proof.questions == 1 ? "" : "s",
			kernel->proof.milliseconds);
	}
}
