// What names itself in its own initialiser is unknown there; members may name each other.
struct Shape { int m = 4; int n = m; int size = m * n; };
template <typename A> struct Params { A a; int k = a.size; int total = k + a.m; };
struct Round { int x = y; int y = this->x; };
extern int later;
int early = later + 1;
int later = early + 1;

__global__ void kernel(Params<Shape> params, int *out)
{
	int x = x + 1;
	Round round;
	out[x] = params.total + round.y;
}
