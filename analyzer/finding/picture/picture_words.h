/* The inside of picture.h: words that titles, descriptions and drawings share. */
#ifndef CUDALINT_FINDING_PICTURE_WORDS_H
#define CUDALINT_FINDING_PICTURE_WORDS_H

#include "analyzer/finding/picture/picture.h"

/* The text, cut to so many columns (more than 3) with an ellipsis. */
const char *picture_short(struct arena *arena, const char *text, unsigned columns);

/* Appends "0-3, 8, 12-15", and ", ..." after so many stretches. */
void picture_add_lanes(struct buffer *out, uint32_t lanes, unsigned most);

unsigned picture_lane_count(uint32_t lanes);

#endif
