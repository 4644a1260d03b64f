/* Values that several JSON outputs have: text made valid, and what a finding holds for and costs. */
#ifndef CUDALINT_CLI_JSON_VALUE_H
#define CUDALINT_CLI_JSON_VALUE_H

#include <jansson.h>
#include <stdint.h>

#include "analyzer/finding/finding.h"

/* Text with what isn't UTF-8 replaced; NULL is "". */
json_t *json_value_text(struct arena *arena, const char *text);

/* The same as a member; none for NULL. */
void json_value_set_text(struct arena *arena, json_t *object, const char *key, const char *text);

json_t *json_value_integer(uint64_t value);

/* The members "archs", "instances", "launch" and "cost" of `cudalint/1`, each where it is known. */
void json_value_set_facts(struct arena *arena, json_t *object, const struct finding *finding);

/* The member "picture" (json_picture.c); none for NULL. */
void json_value_set_picture(struct arena *arena, json_t *object, const struct picture *picture);

#endif
