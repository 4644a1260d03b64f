$C help baseline
for word in create update prune; do $C baseline $word --help | head -8; done
