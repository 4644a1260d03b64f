/* Tests of `cudalint model`: runs the command with both streams captured. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/cli.h"
#include "cli/command/cmd_model.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char output[65536], errors[1024];

/* Points a stream at a temporary file; gives what it pointed at before. */
static int redirect(FILE *stream, FILE *to)
{
	fflush(stream);
	int saved = dup(fileno(stream));
	assert_true(dup2(fileno(to), fileno(stream)) >= 0);
	return saved;
}

static void restore(FILE *stream, int saved, FILE *from, char *text, size_t size)
{
	fflush(stream);
	dup2(saved, fileno(stream));
	close(saved);
	rewind(from);
	text[fread(text, 1, size - 1, from)] = '\0';
	fclose(from);
}

/* Runs "model" with these words. */
static int run(const char *const *words)
{
	char *argv[16] = {"model"};
	int argc = 1;
	while (words[argc - 1]) {
		argv[argc] = (char *)(uintptr_t)words[argc - 1];
		argc++;
	}
	FILE *out = tmpfile(), *err = tmpfile();
	assert_true(out && err);
	int saved_out = redirect(stdout, out), saved_err = redirect(stderr, err);
	int status = cmd_model(argc, argv);
	restore(stdout, saved_out, out, output, sizeof(output));
	restore(stderr, saved_err, err, errors, sizeof(errors));
	return status;
}

#define RUN(...) run((const char *const[]){__VA_ARGS__, NULL})
#define OCCUPANCY(...) RUN("occupancy", __VA_ARGS__)

/* The command must fail with exactly one line that starts as every message does and contains `part`. */
static void assert_refused(int status, const char *part)
{
	assert_int_equal(status, 2);
	assert_string_equal(output, "");
	assert_memory_equal(errors, "cudalint: ", 10);
	assert_ptr_equal(strchr(errors, '\n'), errors + strlen(errors) - 1);
	if (!strstr(errors, part))
		fail_msg("'%s' lacks '%s'", errors, part);
}

static void assert_shown(int status, const char *part)
{
	assert_int_equal(status, 0);
	assert_string_equal(errors, "");
	if (!strstr(output, part))
		fail_msg("'%s' lacks '%s'", output, part);
	for (const char *line = output; *line; line += strcspn(line, "\n") + 1)
		assert_true(strcspn(line, "\n") <= 100);
}

static void tables(void **state)
{
	(void)state;
	assert_shown(run((const char *const[]){NULL}), "\nh100-sxm ");
	for (size_t i = 0; i < model_arch_count(); i++) {
		assert_non_null(strstr(output, model_arch_at(i)->name));
		assert_int_equal(RUN(model_arch_at(i)->name), 0);
		assert_int_equal(run((const char *const[]){NULL}), 0);
	}
	assert_shown(RUN("9.0"), "sm_90 (Hopper)\n");
	assert_shown(RUN("sm_72"), "all limits unconfirmed");
	assert_shown(RUN("sm_90a"), "128 (unconfirmed)");
	assert_shown(RUN("sm_121"), "none known, priced as rtx5090");
	assert_shown(RUN("L40S"), "96 MB (unconfirmed)");
	assert_refused(RUN("h100-sx"), "did you mean 'h100-sxm'?");
	assert_refused(RUN("sm_130"), "nearest known: sm_121");
	assert_refused(RUN("sm_37"), "sm_50 and newer are known");
	assert_refused(RUN("sm_90", "a100"), "one too many");
	assert_refused(RUN("--form=json"), "did you mean '--format'?");
	assert_refused(RUN("-f", "xml"), "not one of text, json");
	assert_refused(RUN(""), "unknown architecture or chip ''");
}

static json_t *parsed(int status)
{
	assert_int_equal(status, 0);
	json_t *document = json_loads(output, 0, NULL);
	assert_non_null(document);
	return document;
}

static void tables_as_json(void **state)
{
	(void)state;
	json_t *document = parsed(RUN("-f", "json"));
	assert_int_equal(json_array_size(json_object_get(document, "archs")), model_arch_count());
	assert_int_equal(json_array_size(json_object_get(document, "chips")), model_chip_count());
	json_decref(document);
	document = parsed(RUN("--format=json", "h200"));
	json_t *chip = json_array_get(json_object_get(document, "chips"), 0);
	assert_string_equal(json_string_value(json_object_get(chip, "chip")), "h200");
	assert_string_equal(
		json_string_value(json_object_get(json_object_get(chip, "l2_mb"), "evidence")), "checked");
	assert_int_equal(json_array_size(json_object_get(document, "archs")), 1);
	json_decref(document);
}

static void occupancy_text(void **state)
{
	(void)state;
	assert_shown(OCCUPANCY("--arch=sm_90", "--block=256", "--regs=64", "--smem=49152"), "32 of 64");
	assert_non_null(strstr(output, "limited by          registers, shared\n"));
	assert_shown(OCCUPANCY("--arch", "sm_80", "--block", "32x8"), "registers are unknown");
	assert_shown(OCCUPANCY("--arch=80", "--block=128", "--regs=32", "--smem=64K"),
		"needs cudaFuncSetAttribute");
	assert_shown(OCCUPANCY("--arch=80", "--block=128", "--static-smem=49153"), "does not compile");
	assert_shown(OCCUPANCY("--arch=sm_72", "--block=64"), "limits unconfirmed");
	assert_shown(OCCUPANCY("--arch=sm_90", "--block=1025"), "cannot launch: 1025 threads per block");
	assert_shown(OCCUPANCY("--arch=sm_90", "--block=1x1x65"), "cannot launch: block dimension z is 65");
	assert_shown(
		OCCUPANCY("--arch=sm_90", "--block=1024", "--regs=65"), "cannot launch: 73728 registers");
	assert_shown(OCCUPANCY("--arch=sm_75", "--block=32", "--smem=65537"), "cannot launch: 65537 bytes");
	assert_null(strstr(output, "limited by"));
}

/* Each carve-out by its size in KB must be the one in effect, on each architecture that has a choice. */
static void every_carveout_can_be_chosen(void **state)
{
	(void)state;
	for (size_t i = 0; i < model_arch_count(); i++) {
		const struct model_arch *arch = model_arch_at(i);
		for (size_t k = 0; arch->carveout_count > 1 && k < arch->carveout_count; k++) {
			char carveout[16];
			snprintf(carveout, sizeof(carveout), "%d", arch->carveouts_kb[k]);
			json_t *document = parsed(OCCUPANCY(
				"--arch", arch->name, "--block=32", "--carveout", carveout, "-fjson"));
			int effective = arch->carveouts_kb[k];
			if (effective == 0 && arch->shared_reserved)
				effective = 8; /* raised for the reserved part */
			json_t *found = json_object_get(document, "carveout_bytes");
			assert_int_equal(json_integer_value(found), effective * 1024);
			json_decref(document);
		}
	}
	assert_shown(OCCUPANCY("--arch=90", "--block=32", "--carveout=50%"), "135168 per SM");
	assert_refused(OCCUPANCY("--arch=90", "--block=32", "--carveout=33"), "no carve-out of 33 KB");
	assert_refused(OCCUPANCY("--arch=90", "--block=32", "--carveout=101%"), "from 0 to 100");
	assert_refused(OCCUPANCY("--arch=90", "--block=32", "--carveout=50%%"), "--carveout: '50%%'");
	assert_refused(OCCUPANCY("--arch=90", "--block=32", "--carveout=%"), "--carveout: '%'");
	assert_refused(OCCUPANCY("--arch=61", "--block=32", "--carveout=96"), "has one size, 96 KB");
}

static void occupancy_json(void **state)
{
	(void)state;
	json_t *document = parsed(OCCUPANCY("--arch=sm_90", "--block=32x8", "--regs=64", "-f", "json"));
	assert_string_equal(json_string_value(json_object_get(document, "limiter")), "registers");
	assert_true(json_real_value(json_object_get(document, "theoretical")) == 0.5);
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(document, "limits"), "registers")), 4);
	assert_true(json_is_true(json_object_get(document, "launchable")));
	assert_null(json_object_get(document, "reason"));
	json_decref(document);
	document = parsed(OCCUPANCY("--arch=sm_90", "--block=2000", "-fjson"));
	assert_true(json_is_false(json_object_get(document, "launchable")));
	assert_null(json_object_get(document, "registers_per_thread"));
	assert_int_equal(json_integer_value(json_object_get(document, "blocks_per_sm")), 0);
	json_decref(document);
}

static void wrong_values(void **state)
{
	(void)state;
	assert_refused(OCCUPANCY("--arch=sm_90"), "needs --arch and --block");
	assert_refused(OCCUPANCY("--block=32"), "needs --arch and --block");
	assert_refused(OCCUPANCY("--arch=sm_90", "--block=32", "extra"), "takes no 'extra'");
	assert_refused(OCCUPANCY("--arch=h100", "--block=32"), "unknown architecture 'h100'");
	assert_refused(OCCUPANCY("--arch=sm_95", "--block=32"), "nearest known: sm_90");
	assert_refused(OCCUPANCY("--regz=3"), "did you mean '--regs'?");
	static const char *const wrong[] = {"--block=0", "--block=-1", "--block=", "--block=x", "--block=32x",
		"--block=x8", "--block=8x8x8x8", "--block=32x0", "--block=1e3", "--block=3000000000",
		"--block=65536x65536", "--block=99999999999999999999",
		"--block=999999999999999999999999999999", "--block=32 8", "--block=32\n8", "--regs=0",
		"--regs=-1", "--regs=256", "--regs=many", "--regs=", "--smem=-1", "--smem=1.5K", "--smem=K",
		"--smem=48M", "--smem=16777217", "--smem=18014398509481985K", "--smem=99999999999999999999K",
		"--static-smem=x", "--barriers=17", "--carveout=x", "--carveout=99999999999999999999%",
		"-fyaml"};
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_refused(OCCUPANCY("--arch=sm_90", "--block=32", wrong[i]), "");
}

static void full_disk(void **state)
{
	(void)state;
	FILE *full = fopen("/dev/full", "w");
	if (!full)
		skip();
	FILE *err = tmpfile();
	assert_non_null(err);
	int saved_out = redirect(stdout, full), saved_err = redirect(stderr, err);
	int status = cli_finish(cmd_model(1, (char *[]){"model", NULL}));
	dup2(saved_out, fileno(stdout));
	close(saved_out);
	clearerr(stdout);
	fclose(full);
	restore(stderr, saved_err, err, errors, sizeof(errors));
	assert_int_equal(status, 2);
	assert_non_null(strstr(errors, "cudalint: cannot write to standard output: "));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables),
		cmocka_unit_test(tables_as_json),
		cmocka_unit_test(occupancy_text),
		cmocka_unit_test(every_carveout_can_be_chosen),
		cmocka_unit_test(occupancy_json),
		cmocka_unit_test(wrong_values),
		cmocka_unit_test(full_disk),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
