/* Loads libz3; a program that is linked statically has it inside. Its own header isn't needed: a few
 * functions, whose types are as old as the library. */
#include "analyzer/solver/z3.h"

#include <stdio.h>

struct functions {
	void (*version)(unsigned *major, unsigned *minor, unsigned *build, unsigned *revision);
	void (*set)(const char *name, const char *value);
	void *(*make_config)(void);
	void *(*make_context)(void *config);
};

#ifdef CUDALINT_BUILTIN_Z3

void Z3_get_version(unsigned *major, unsigned *minor, unsigned *build, unsigned *revision);
void Z3_global_param_set(const char *name, const char *value);
void *Z3_mk_config(void);
void *Z3_mk_context(void *config);
const char *Z3_eval_smtlib2_string(void *context, const char *text);

static bool load(struct z3 *z3, struct functions *out)
{
	*out = (struct functions){Z3_get_version, Z3_global_param_set, Z3_mk_config, Z3_mk_context};
	z3->evaluate = Z3_eval_smtlib2_string;
	return true;
}

#else

#include <dlfcn.h>
#include <string.h>

/* Functions and objects don't convert in C; their addresses are the same bits. */
static bool find(const struct z3 *z3, const char *name, void *function)
{
	void *address = dlsym(z3->library, name);
	memcpy(function, &address, sizeof address);
	return address != NULL;
}

static bool load(struct z3 *z3, struct functions *out)
{
	z3->library = dlopen("libz3.so.4", RTLD_NOW | RTLD_LOCAL);
	return z3->library && find(z3, "Z3_get_version", &out->version) &&
	       find(z3, "Z3_global_param_set", &out->set) && find(z3, "Z3_mk_config", &out->make_config) &&
	       find(z3, "Z3_mk_context", &out->make_context) &&
	       find(z3, "Z3_eval_smtlib2_string", &z3->evaluate);
}

#endif

bool z3_open(struct z3 *z3)
{
	struct functions functions;
	unsigned parts[4];
	if (!load(z3, &functions))
		return false;
	functions.version(&parts[0], &parts[1], &parts[2], &parts[3]);
	snprintf(z3->version, sizeof z3->version, "%u.%u.%u.%u", parts[0], parts[1], parts[2], parts[3]);
	functions.set("memory_max_size", "2000"); /* MB */
	z3->context = functions.make_context(functions.make_config());
	/* the first evaluation makes what all later ones need */
	return z3->context && z3->evaluate(z3->context, "(check-sat)");
}
