/* Which fixes may be offered, once the rules have said theirs. */
#ifndef CUDALINT_ENGINE_FIXABLE_H
#define CUDALINT_ENGINE_FIXABLE_H

#include "analyzer/frontend/includes.h"
#include "analyzer/rule/run_unit.h"

/* A text that is instantiated several times is changed for all of them. A fix that not every instantiation
 * asks for is taken away; where only executing them showed the defect, it is no longer a safe one. */
void fixable_agree(struct run_unit *run);

/* Notes in each fix of the file which text it is for, as the file is on disk, and gives new lines the file's
 * line ends. Where libclang got another one (see respell.h), fixes on the lines that differ go. */
void fixable_settle(struct arena *arena, const struct includes *includes, const struct ir_file *file,
	finding_list *findings);

#endif
