# A formula for Homebrew on Linux; others.sh fills in the archive's address and digest.
class Cudalint < Formula
  desc "Static analyzer for CUDA C++ that needs neither a GPU nor a CUDA toolkit"
  homepage "https://HOST/OWNER/cudalint"
  url "ADDRESS"
  version "VERSION"
  sha256 "DIGEST"
  license "Apache-2.0"

  depends_on :linux
  depends_on arch: :x86_64

  def install
    bin.install "bin/cudalint"
    share.install Dir["share/*"]
    bash_completion.install share/"bash-completion/completions/cudalint"
    zsh_completion.install share/"zsh/vendor-completions/_cudalint"
    fish_completion.install share/"fish/vendor_completions.d/cudalint.fish"
  end

  test do
    (testpath/"a.cu").write <<~EOS
      __global__ void f(float *p) { p[threadIdx.x] = __shfl(p[threadIdx.x], 0); }
    EOS
    assert_match "CU401", shell_output("#{bin}/cudalint check a.cu", 1)
  end
end
