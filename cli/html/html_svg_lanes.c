/* Drawings of threads: a row of squares per warp, by where its lanes are; and two threads that meet in
 * memory. */
#include "analyzer/finding/picture/picture_words.h"
#include "cli/html/html.h"

#include <string.h>

enum {
	WIDTH = 560,
	LEFT = 88, /* of the first lane */
	STEP = 14,
	SIDE = 11, /* of a square */
	TOP = 20,
	ROW = 18,
	MARKS = 6,     /* height of the marks of lanes that a mask names */
	MOST_ROWS = 16 /* that are drawn */
};

/* Where the lanes of a row are, in the order in which they are told apart. */
enum whereabouts { HERE, MAYBE, THERE, NOWHERE, WHEREABOUTS };

static const char *const classes[] = {
	[HERE] = "here", [MAYBE] = "maybe", [THERE] = "there", [NOWHERE] = "off"};

static uint32_t lanes_at(
	const struct picture_lanes *lanes, const struct picture_row *row, enum whereabouts where)
{
	uint32_t exist = UINT32_MAX;
	if (row->last * PICTURE_WARP >= lanes->threads)
		exist = 0;
	else if (lanes->threads - row->last * PICTURE_WARP < PICTURE_WARP)
		exist = (1u << (lanes->threads - row->last * PICTURE_WARP)) - 1;
	uint32_t here = row->here & exist, maybe = row->maybe & exist & ~here,
		 there = row->there & exist & ~here & ~maybe;
	switch (where) {
	case HERE: return here;
	case MAYBE: return maybe;
	case THERE: return there;
	default: return exist & ~(here | maybe | there);
	}
}

/* A square for who is here, half of one for who may be, a cross for who is elsewhere, a dot for the others.
 */
static void write_shape(FILE *stream, enum whereabouts where, int x, int y)
{
	switch (where) {
	case HERE: fprintf(stream, "M%d %dh%dv%dh-%dz", x, y, SIDE, SIDE, SIDE); break;
	case MAYBE: fprintf(stream, "M%d %dl%d -%dv%dz", x, y + SIDE, SIDE, SIDE, SIDE); break;
	case THERE: fprintf(stream, "M%d %dl8 8m0 -8l-8 8", x + 2, y + 2); break;
	default: fprintf(stream, "M%d %dh3v3h-3z", x + 4, y + 4); break;
	}
}

static int row_height(const struct picture_lanes *lanes)
{
	return lanes->has_mask ? ROW + MARKS : ROW;
}

static size_t rows_drawn(const struct picture_lanes *lanes)
{
	return lanes->rows.count > MOST_ROWS ? MOST_ROWS : lanes->rows.count;
}

static void write_squares(FILE *stream, const struct picture_lanes *lanes, enum whereabouts where)
{
	bool any = false;
	for (size_t i = 0; i < rows_drawn(lanes); i++) {
		uint32_t at = lanes_at(lanes, &lanes->rows.data[i], where);
		for (unsigned lane = 0; lane < PICTURE_WARP; lane++) {
			if (!(at >> lane & 1))
				continue;
			if (!any)
				fprintf(stream, "<path class=\"%s\" d=\"", classes[where]);
			any = true;
			write_shape(stream, where, LEFT + STEP * (int)lane, TOP + (int)i * row_height(lanes));
		}
	}
	if (any)
		fputs("\"/>\n", stream);
}

/* Bars under the lanes that a mask names. */
static void write_mask(FILE *stream, const struct picture_lanes *lanes)
{
	fputs("<path class=\"named\" d=\"", stream);
	for (size_t i = 0; i < rows_drawn(lanes); i++)
		for (unsigned lane = 0; lane < PICTURE_WARP; lane++)
			if (lanes->rows.data[i].named >> lane & 1)
				fprintf(stream, "M%d %dh%dv3h-%dz", LEFT + STEP * (int)lane,
					TOP + (int)i * row_height(lanes) + SIDE + 3, SIDE, SIDE);
	fputs("\"/>\n", stream);
}

/* A frame around a thread, if its warp has a row. */
static void write_frame(FILE *stream, const struct picture_lanes *lanes, unsigned thread)
{
	for (size_t i = 0; i < rows_drawn(lanes); i++) {
		const struct picture_row *row = &lanes->rows.data[i];
		unsigned warp = thread / PICTURE_WARP;
		if (warp < row->first || warp > row->last)
			continue;
		fprintf(stream, "<path class=\"frame\" d=\"M%d %dh15v15h-15z\"/>\n",
			LEFT + STEP * (int)(thread % PICTURE_WARP) - 2, TOP + (int)i * row_height(lanes) - 2);
	}
}

/* One line of the key; returns the next one's place. */
static int write_key(FILE *stream, const char *class, int y, enum whereabouts where, const char *text)
{
	fprintf(stream, "<path class=\"%s\" d=\"", class);
	write_shape(stream, where, LEFT, y);
	fprintf(stream, "\"/><text x=\"%d\" y=\"%d\">", LEFT + 18, y + 10);
	html_plain(stream, text);
	fputs("</text>\n", stream);
	return y + 17;
}

static uint32_t anywhere(const struct picture_lanes *lanes, enum whereabouts where)
{
	uint32_t out = 0;
	for (size_t i = 0; i < lanes->rows.count; i++)
		out |= lanes_at(lanes, &lanes->rows.data[i], where);
	return out;
}

static void write_keys(FILE *stream, const struct picture_lanes *lanes, int y)
{
	if (anywhere(lanes, HERE))
		y = write_key(stream, "here", y, HERE, lanes->here);
	if (anywhere(lanes, MAYBE))
		y = write_key(stream, "maybe", y, MAYBE, "may get there");
	if (anywhere(lanes, THERE))
		y = write_key(stream, "there", y, THERE, lanes->there ? lanes->there : "elsewhere");
	if (anywhere(lanes, NOWHERE))
		y = write_key(stream, "off", y, NOWHERE, "neither");
	if (lanes->has_mask)
		fprintf(stream,
			"<path class=\"named\" d=\"M%d %dh%dv3h-%dz\"/><text x=\"%d\" y=\"%d\">named by the "
			"mask</text>\n",
			LEFT, y + 5, SIDE, SIDE, LEFT + 18, y + 10);
}

void html_svg_lanes(const struct html *html, const struct picture *picture, unsigned id)
{
	const struct picture_lanes *lanes = &picture->lanes;
	FILE *stream = html->stream;
	static const unsigned numbers[] = {0, 8, 16, 24, 31};
	int bottom = TOP + (int)rows_drawn(lanes) * row_height(lanes), keys = lanes->has_mask;
	for (int where = HERE; where < WHEREABOUTS; where++)
		keys += anywhere(lanes, (enum whereabouts)where) != 0;
	bool is_cut = lanes->rows.count > MOST_ROWS;
	html_svg_open(html, picture, id, WIDTH, (unsigned)(bottom + 10 + (is_cut ? ROW : 0) + 17 * keys));
	for (unsigned i = 0; i < 5; i++)
		fprintf(stream, "<text x=\"%d\" y=\"12\" text-anchor=\"middle\">%s%u</text>",
			LEFT + STEP * (int)numbers[i] + 5, i ? "" : "lane ", numbers[i]);
	for (size_t i = 0; i < rows_drawn(lanes); i++) {
		const struct picture_row *row = &lanes->rows.data[i];
		fprintf(stream,
			row->first == row->last ? "<text x=\"0\" y=\"%d\">warp %u</text>"
						: "<text x=\"0\" y=\"%d\">warps %u-%u</text>",
			TOP + (int)i * row_height(lanes) + 10, row->first, row->last);
	}
	fputs("\n", stream);
	for (int where = HERE; where < WHEREABOUTS; where++)
		write_squares(stream, lanes, (enum whereabouts)where);
	if (lanes->has_mask)
		write_mask(stream, lanes);
	if (lanes->has_pair) {
		write_frame(stream, lanes, lanes->waits);
		write_frame(stream, lanes, lanes->absent);
	}
	if (is_cut) {
		fprintf(stream, "<text x=\"%d\" y=\"%d\">%zu more rows</text>", LEFT, bottom + 10,
			lanes->rows.count - MOST_ROWS);
		bottom += ROW;
	}
	write_keys(stream, lanes, bottom + 8);
}

/* ---- conflicts ------------------------------------------------------------------------------- */

/* A thread's box, and the arrow to or from the memory. */
static void write_side(const struct html *html, const struct picture_side *side, int y)
{
	FILE *stream = html->stream;
	bool reads = strcmp(side->does, "reads") == 0;
	fprintf(stream,
		"<path class=\"box\" d=\"M8 %dh170v34h-170z\"/><text class=\"big\" x=\"20\" y=\"%d\">", y,
		y + 22);
	html_text(stream, side->who);
	fprintf(stream, "</text><path class=\"arrow\" d=\"M184 %dH362\"/>", y + 17);
	fprintf(stream, "<path class=\"tip\" d=\"%s\"/>",
		reads ? arena_printf(html->arena, "M180 %dl10 -5v10z", y + 17)
		      : arena_printf(html->arena, "M366 %dl-10 -5v10z", y + 17));
	fprintf(stream, "<text class=\"big\" x=\"272\" y=\"%d\" text-anchor=\"middle\">", y + 10);
	html_text(stream, side->does);
	fputs("</text>\n", stream);
}

void html_svg_conflict(const struct html *html, const struct picture *picture, unsigned id)
{
	const struct picture_conflict *conflict = &picture->conflict;
	FILE *stream = html->stream;
	const char *between = conflict->is_one_store ? "one store, values may differ"
			      : conflict->blocks     ? "another block, no order"
			      : conflict->in_loop    ? "next turn, no barrier"
						     : "no barrier between";
	html_svg_open(html, picture, id, WIDTH, 140);
	write_side(html, &conflict->first, 10);
	write_side(html, &conflict->second, 94);
	fputs("<path class=\"mem\" d=\"M372 10h180v118h-180z\"/><text class=\"big\" x=\"462\" y=\"74\" "
	      "text-anchor=\"middle\">",
		stream);
	html_text(stream, picture_short(html->arena, conflict->what, 26));
	fprintf(stream,
		"</text><path class=\"gap\" d=\"M20 48v42\"/><text class=\"warn\" x=\"32\" "
		"y=\"73\">%s</text>\n",
		between);
}
