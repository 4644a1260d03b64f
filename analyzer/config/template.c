/* A configuration to start from: every key with what it is for and an example, all of them comments but the
 * first. */
#include "analyzer/config/config.h"

/* One a key, so that none is forgotten. */
static const char *const examples[CONFIG_KEY_COUNT] = {
	[CONFIG_KEY_EXTENDS] = "recommended",
	[CONFIG_KEY_SELECT] = "[CU4, bank-conflict]",
	[CONFIG_KEY_IGNORE] = "[CU604]",
	[CONFIG_KEY_ARCH] = "[sm_80, sm_90]",
	[CONFIG_KEY_CHIP] = "h100-sxm",
	[CONFIG_KEY_CUDA_PATH] = "none",
	[CONFIG_KEY_LAUNCH] = "{transpose: 64x64:32x8}",
	[CONFIG_KEY_PARAMS] = "{transpose: {width: 2048}}",
	[CONFIG_KEY_ASSUME] = "['transpose: width % 32 == 0']",
	[CONFIG_KEY_RULES] = "{CU101: {severity: error}}",
	[CONFIG_KEY_PER_FILE_IGNORES] = "{\"tests/**\": [CU1]}",
	[CONFIG_KEY_EXCLUDE] = "[third_party, \"*.gen.cu\"]",
	[CONFIG_KEY_HEADER_FILTER] = "'/include/mine/'",
	[CONFIG_KEY_REQUIRE_REASON] = "true",
	[CONFIG_KEY_MIN_TIME_US] = "1",
	[CONFIG_KEY_FAIL_ON] = "error",
	[CONFIG_KEY_INCOMPLETE] = "warning",
	[CONFIG_KEY_PATTERNS] =
		"{CU950: {name: no-printf, pattern: '\\bprintf\\s*\\(', message: printf in device code}}",
};

void config_template(struct buffer *out)
{
	buffer_add_text(out,
		"# Settings of cudalint for the files below this folder. 'cudalint config show --why' shows "
		"what holds,\n# 'cudalint config check' looks for mistakes, 'cudalint rules' lists the rules.\n");
	for (size_t i = 0; i < CONFIG_KEY_COUNT; i++) {
		const struct config_key *key = &config_keys[i];
		buffer_printf(out, "\n# %s (default: %s)\n%s%s: %s\n", key->help, key->fallback,
			i == CONFIG_KEY_EXTENDS ? "" : "# ", key->name, examples[i]);
	}
}
