/* What a unit has to say to the other units of its project. */
#ifndef CUDALINT_ENGINE_FACTS_H
#define CUDALINT_ENGINE_FACTS_H

#include "analyzer/rule/run_unit.h"

/* Of a unit whose host code has been walked. Everything lies in the unit's arena. */
void facts_gather(struct run_unit *run, struct project_facts *out);

/* Puts what other units say of attributes where rules look for it. */
void facts_put_settings(struct arena *arena, struct ir_module *module, const struct project_given *given);

#endif
