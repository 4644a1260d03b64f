/* Loads libz3. Its own header isn't needed: a few functions, whose types are as old as the library. */
#include "analyzer/solver/z3.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Functions and objects don't convert in C; their addresses are the same bits. */
static bool find(const struct z3 *z3, const char *name, void *function)
{
	void *address = dlsym(z3->library, name);
	memcpy(function, &address, sizeof address);
	return address != NULL;
}

bool z3_open(struct z3 *z3)
{
	void (*version)(unsigned *major, unsigned *minor, unsigned *build, unsigned *revision);
	void (*set)(const char *name, const char *value);
	void *(*make_config)(void);
	void *(*make_context)(void *config);
	unsigned parts[4];
	z3->library = dlopen("libz3.so.4", RTLD_NOW | RTLD_LOCAL);
	if (!z3->library || !find(z3, "Z3_get_version", &version) || !find(z3, "Z3_global_param_set", &set) ||
		!find(z3, "Z3_mk_config", &make_config) || !find(z3, "Z3_mk_context", &make_context) ||
		!find(z3, "Z3_eval_smtlib2_string", &z3->evaluate))
		return false;
	version(&parts[0], &parts[1], &parts[2], &parts[3]);
	snprintf(z3->version, sizeof z3->version, "%u.%u.%u.%u", parts[0], parts[1], parts[2], parts[3]);
	set("memory_max_size", "2000"); /* MB */
	z3->context = make_context(make_config());
	/* the first evaluation makes what all later ones need */
	return z3->context && z3->evaluate(z3->context, "(check-sat)");
}
