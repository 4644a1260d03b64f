/* What names mean that are neither functions nor classes: members of the API's structs, enumerators,
 * attributes of functions, objects of libraries, environment variables. words.def has a row for each. */
#ifndef CUDALINT_CUDA_WORD_H
#define CUDALINT_CUDA_WORD_H

#include <stdbool.h>
#include <stddef.h>

/* Members of cudaLaunchConfig_t, in the order in which an initialiser lists them. */
enum cuda_config_field {
	CUDA_CONFIG_NONE,
	CUDA_CONFIG_GRID,
	CUDA_CONFIG_BLOCK,
	CUDA_CONFIG_SHARED,
	CUDA_CONFIG_STREAM,
	CUDA_CONFIG_ATTRIBUTES,
	CUDA_CONFIG_COUNT, /* of attributes */
	CUDA_CONFIG_FIELDS
};

/* Members of cudaLaunchAttribute. */
enum cuda_attribute_field { CUDA_ATTRIBUTE_NONE, CUDA_ATTRIBUTE_ID, CUDA_ATTRIBUTE_VALUE };

struct cuda_word {
	const char *name; /* with `*`: a pattern */
	enum cuda_config_field config;
	enum cuda_attribute_field attribute;

	/* members of cudaDeviceProp */
	bool is_shared_size; /* bytes of shared memory */
	bool tells_features; /* what a device can do, or how old it is */
	bool tells_managed;  /* whether host and device may use managed memory at one time */

	bool is_policy;      /* an execution policy of Thrust that takes a stream by `on` */
	bool is_environment; /* a variable that the runtime reads when it starts */
	int arch;            /* an enumerator or attribute: lowest compute capability that has it, as 80 */
	const char *feature; /* of which that is a part, in words */
};

/* Never NULL: else a row that says nothing. */
const struct cuda_word *cuda_word_find(const char *name);

/* The member of a configuration as it is called in the runtime's struct. */
const char *cuda_config_field_name(enum cuda_config_field field);

#endif
