/* Drawings of a warp's request: the lanes in a row above, what they go to below, a line from each lane to
 * where it goes. Shapes that look alike are one path, so that a page with thousands of pictures stays light.
 */
#include "cli/html/html.h"

#include <string.h>

enum {
	WIDTH = 560,
	LEFT = 24, /* of the first lane */
	STEP = 16, /* from lane to lane */
	LANES_Y = 20,
	LANE = 12, /* height of a lane's box */
	BELOW_Y = 100,
	BOX = 22 /* height of a sector's box */
};

static int lane_x(unsigned lane)
{
	return LEFT + STEP * (int)lane;
}

static void write_label(FILE *stream, double x, double y, const char *anchor, const char *text)
{
	fprintf(stream, "<text x=\"%.4g\" y=\"%.4g\"%s>%s</text>", x, y, anchor, text);
}

static const char middle[] = " text-anchor=\"middle\"";

/* The row of lanes: those that access filled, others in outline; numbers above. */
static void write_lanes(const struct html *html, uint32_t active)
{
	FILE *stream = html->stream;
	static const char *const numbers[] = {"lane 0", "8", "16", "24", "31"};
	for (unsigned i = 0; i < 5; i++)
		write_label(stream, lane_x(i == 4 ? 31 : 8 * i) + 7, LANES_Y - 6, middle, numbers[i]);
	for (int is_active = 1; is_active >= 0; is_active--) {
		uint32_t lanes = is_active ? active : ~active;
		if (!lanes)
			continue;
		fprintf(stream, "<path class=\"%s\" d=\"", is_active ? "lane" : "off");
		for (unsigned lane = 0; lane < PICTURE_WARP; lane++)
			if (lanes >> lane & 1)
				fprintf(stream, "M%d %dh14v%dh-14z", lane_x(lane), LANES_Y, LANE);
		fputs("\"/>\n", stream);
	}
}

/* ---- sectors --------------------------------------------------------------------------------- */

/* Where the sectors of a request stand. */
struct layout {
	struct picture_sector sectors[PICTURE_MAX_SECTORS];
	double x[PICTURE_MAX_SECTORS];
	unsigned count;
	double width; /* of a sector */
};

static bool follows(const struct layout *layout, unsigned i)
{
	return i > 0 && layout->sectors[i].index == layout->sectors[i - 1].index + 1;
}

/* Sectors that aren't neighbours in memory stand apart. */
static void lay_out(struct layout *layout, const struct picture_request *request)
{
	enum { ROOM = STEP * PICTURE_WARP, WIDEST = 128, GAP = 6 };
	layout->count = picture_sectors(request, layout->sectors);
	unsigned gaps = 0;
	for (unsigned i = 1; i < layout->count; i++)
		gaps += !follows(layout, i);
	double gap = layout->count > PICTURE_WARP ? GAP / 3.0 : GAP;
	layout->width = (ROOM - gaps * gap) / layout->count;
	layout->width = layout->width < WIDEST ? layout->width : WIDEST;
	double x = LEFT + (ROOM - gaps * gap - layout->count * layout->width) / 2;
	for (unsigned i = 0; i < layout->count; i++) {
		x += i > 0 && !follows(layout, i) ? gap : 0;
		layout->x[i] = x;
		x += layout->width;
	}
}

/* The middle of what a lane touches. */
static double target_x(const struct layout *layout, const struct picture_request *request, unsigned lane)
{
	uint64_t from = request->offset[lane], to = from + request->size;
	double left = 0, right = 0;
	bool found = false;
	for (unsigned i = 0; i < layout->count; i++) {
		uint64_t start = layout->sectors[i].index * PICTURE_SECTOR_BYTES;
		if (from >= start + PICTURE_SECTOR_BYTES || to <= start)
			continue;
		double begin = from > start ? (double)(from - start) : 0;
		double end = to < start + PICTURE_SECTOR_BYTES ? (double)(to - start) : PICTURE_SECTOR_BYTES;
		if (!found)
			left = layout->x[i] + begin / PICTURE_SECTOR_BYTES * layout->width;
		right = layout->x[i] + end / PICTURE_SECTOR_BYTES * layout->width;
		found = true;
	}
	return (left + right) / 2;
}

static void write_sector_boxes(FILE *stream, const struct layout *layout, const char *rest)
{
	fprintf(stream, "<path class=\"%s\" d=\"", rest);
	for (unsigned i = 0; i < layout->count; i++)
		fprintf(stream, "M%.4g %dh%.4gv%dh-%.4gz", layout->x[i], BELOW_Y, layout->width, BOX,
			layout->width);
	fputs("\"/>\n<path class=\"used\" d=\"", stream);
	for (unsigned i = 0; i < layout->count; i++) {
		uint32_t bytes = layout->sectors[i].bytes;
		for (unsigned at = 0, end; at < PICTURE_SECTOR_BYTES; at = end) {
			for (end = at + 1;
				end < PICTURE_SECTOR_BYTES && (bytes >> end & 1) == (bytes >> at & 1);)
				end++;
			double x = layout->x[i] + layout->width * at / PICTURE_SECTOR_BYTES,
			       width = layout->width * (end - at) / PICTURE_SECTOR_BYTES;
			if (bytes >> at & 1)
				fprintf(stream, "M%.4g %dh%.4gv%dh-%.4gz", x, BELOW_Y, width, BOX, width);
		}
	}
	fputs("\"/>\n<path class=\"edge\" d=\"", stream);
	for (unsigned i = 0; i < layout->count; i++)
		fprintf(stream, "M%.4g %dh%.4gv%dh-%.4gz", layout->x[i], BELOW_Y, layout->width, BOX,
			layout->width);
	fputs("\"/>\n", stream);
}

/* Where each stretch of sectors begins, as far as there is room. */
static void write_offsets(const struct html *html, const struct layout *layout, bool is_apart)
{
	enum { CHAR = 7 };
	double free_from = 0;
	for (unsigned i = 0; i < layout->count; i++) {
		uint64_t bytes = (layout->sectors[i].index - layout->sectors[0].index) * PICTURE_SECTOR_BYTES;
		const char *text =
			is_apart && i ? "?" : arena_printf(html->arena, "+%llu", (unsigned long long)bytes);
		double width = (double)strlen(text) * CHAR;
		bool wide = layout->width >= width;
		if (layout->x[i] < free_from || (follows(layout, i) && !wide))
			continue;
		if (layout->x[i] + width > WIDTH)
			break;
		write_label(html->stream, layout->x[i], BELOW_Y + BOX + 13, "", text);
		free_from = layout->x[i] + width + CHAR;
	}
}

void html_svg_sectors(const struct html *html, const struct picture *picture, unsigned id)
{
	const struct picture_request *request = &picture->request;
	FILE *stream = html->stream;
	struct layout layout;
	lay_out(&layout, request);
	html_svg_open(html, picture, id, WIDTH, BELOW_Y + BOX + 38);
	fputs("<path class=\"to\" d=\"", stream);
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++)
		if (request->active >> lane & 1)
			fprintf(stream, "M%d %dL%.4g %d", lane_x(lane) + 7, LANES_Y + LANE,
				target_x(&layout, request, lane), BELOW_Y);
	fputs("\"/>\n", stream);
	write_lanes(html, request->active);
	write_sector_boxes(stream, &layout, request->access == PICTURE_ATOMIC ? "bank" : "waste");
	write_offsets(html, &layout, request->is_apart);
	int y = BELOW_Y + BOX + 32;
	if (request->access == PICTURE_ATOMIC) {
		write_label(stream, LEFT, y, "", "a box is a sector of 32 bytes");
		return;
	}
	fprintf(stream, "<path class=\"used\" d=\"M%d %dh10v10h-10z\"/>", LEFT, y - 9);
	write_label(stream, LEFT + 15, y, "", "bytes used");
	fprintf(stream, "<path class=\"waste\" d=\"M%d %dh10v10h-10z\"/>", LEFT + 96, y - 9);
	write_label(stream, LEFT + 111, y, "", "moved, not used");
	write_label(stream, LEFT + 222, y, "", "a box is a sector of 32 bytes");
}

/* ---- banks ----------------------------------------------------------------------------------- */

/* The cells of the banks: in the first row one word, below each further one. */
static void write_words(
	FILE *stream, const struct picture_bank banks[PICTURE_WARP], bool further, double height)
{
	fprintf(stream, "<path class=\"%s\" d=\"", further ? "bad" : "used");
	for (unsigned bank = 0; bank < PICTURE_WARP; bank++)
		for (unsigned word = further; word < (further ? banks[bank].words : banks[bank].words > 0);
			word++)
			fprintf(stream, "M%d %.4gh14v%.4gh-14z", lane_x(bank), BELOW_Y + 14 + word * height,
				height * 0.8);
	fputs("\"/>\n", stream);
}

/* From each lane to the banks of its words. */
static void write_bank_lines(FILE *stream, const struct picture_request *request)
{
	fputs("<path class=\"to\" d=\"", stream);
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++) {
		if (!(request->active >> lane & 1))
			continue;
		uint64_t first = request->offset[lane] / 4,
			 last = (request->offset[lane] + request->size - 1) / 4;
		double to = lane_x((unsigned)(first % PICTURE_WARP)) + 7 + (double)(last - first) * STEP / 2;
		fprintf(stream, "M%d %dL%.4g %d", lane_x(lane) + 7, LANES_Y + LANE, to, BELOW_Y);
	}
	fputs("\"/>\n", stream);
}

void html_svg_banks(const struct html *html, const struct picture *picture, unsigned id)
{
	enum { TALLEST = 128, CELL = 14 };
	const struct picture_request *request = &picture->request;
	FILE *stream = html->stream;
	struct picture_bank banks[PICTURE_WARP];
	unsigned busiest = picture_banks(request, banks), most = banks[busiest].words;
	double height = most * CELL > TALLEST ? (double)TALLEST / most : CELL;
	int bottom = BELOW_Y + 14 + (int)(most * height);
	html_svg_open(html, picture, id, WIDTH, (unsigned)bottom + 48);
	write_bank_lines(stream, request);
	write_lanes(html, request->active);
	fputs("<path class=\"bank\" d=\"", stream);
	for (unsigned bank = 0; bank < PICTURE_WARP; bank++)
		fprintf(stream, "M%d %dh14v10h-14z", lane_x(bank), BELOW_Y);
	fputs("\"/>\n", stream);
	write_words(stream, banks, false, height);
	if (most > 1)
		write_words(stream, banks, true, height);
	static const char *const numbers[] = {"bank 0", "8", "16", "24", "31"};
	for (unsigned i = 0; i < 5; i++)
		write_label(stream, lane_x(i == 4 ? 31 : 8 * i) + 7, bottom + 14, middle, numbers[i]);
	int y = bottom + 40;
	fprintf(stream, "<path class=\"used\" d=\"M%d %dh10v10h-10z\"/>", LEFT, y - 9);
	write_label(stream, LEFT + 15, y, "", "first word of a bank");
	fprintf(stream, "<path class=\"bad\" d=\"M%d %dh10v10h-10z\"/>", LEFT + 150, y - 9);
	write_label(stream, LEFT + 165, y, "",
		request->access == PICTURE_ATOMIC ? "each further update: one more pass"
						  : "each further word: one more pass");
}
