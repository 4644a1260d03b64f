/* A launch that gets out of its memory: the allocation as a bar, and below it what is touched, with what lies
 * outside set apart. */
#include "analyzer/finding/picture/picture_words.h"
#include "cli/html/html.h"

enum { WIDTH = 560, LEFT = 70, LINE = 476, LEAST = 6, HEIGHT = 24 };

static void write_bar(const struct html *html, const char *class, unsigned begin, unsigned end, unsigned y)
{
	if (begin < end)
		fprintf(html->stream, "<path class=\"%s\" d=\"M%u %uh%uv%uh-%uz\"/>", class, LEFT + begin, y,
			end - begin, HEIGHT, end - begin);
}

static void write_label(const struct html *html, const char *label, unsigned y)
{
	fprintf(html->stream, "<text x=\"%u\" y=\"%u\" text-anchor=\"end\">%s</text>", LEFT - 8, y + 16,
		label);
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned most(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

/* The ends of the memory, as lines across both bars with the bytes at them. */
static void write_ends(const struct html *html, struct picture_extent memory, int64_t bytes)
{
	fprintf(html->stream, "<path class=\"gap\" d=\"M%u 20v72M%u 20v72\"/>", LEFT + memory.begin,
		LEFT + memory.end);
	fprintf(html->stream, "<text x=\"%u\" y=\"14\" text-anchor=\"middle\">0</text>", LEFT + memory.begin);
	fprintf(html->stream, "<text x=\"%u\" y=\"14\" text-anchor=\"middle\">%lld</text>\n",
		LEFT + memory.end, (long long)bytes);
}

void html_svg_bounds(const struct html *html, const struct picture *picture, unsigned id)
{
	const struct picture_bounds *bounds = &picture->bounds;
	struct picture_extent memory, touched;
	picture_lay_out(bounds, LINE, LEAST, &memory, &touched);
	html_svg_open(html, picture, id, WIDTH, 118);
	write_label(html, "memory", 26);
	write_bar(html, "mem", memory.begin, memory.end, 26);
	write_label(html, "launch", 62);
	write_bar(html, "bad", touched.begin, least(touched.end, memory.begin), 62);
	write_bar(html, "used", most(touched.begin, memory.begin), least(touched.end, memory.end), 62);
	write_bar(html, "bad", most(touched.begin, memory.end), touched.end, 62);
	write_ends(html, memory, bounds->bytes);
	fprintf(html->stream, "<text class=\"warn\" x=\"%u\" y=\"108\" text-anchor=\"middle\">",
		LEFT + LINE / 2);
	html_text(html->stream, picture_short(html->arena, bounds->who, 40));
	fprintf(html->stream, " gets to byte %lld</text>\n",
		(long long)(bounds->low < 0 ? bounds->low : bounds->high - 1));
}
