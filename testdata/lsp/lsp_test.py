#!/usr/bin/env python3
"""The language server as a client sees it: lsp_test.py PROGRAM [TEST...]

Each test starts servers of its own in a fresh folder; precompiled headers are shared.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Timeout  # noqa: E402

PROGRAM = None
CACHE = None

SHUFFLE = """\
__global__ void sum(float *out)
{
    float v = out[threadIdx.x];
    v += __shfl_down(v, 16);
    out[threadIdx.x] = v;
}
"""
FIXED = SHUFFLE.replace("__shfl_down(v, 16)", "__shfl_down_sync(0xffffffff, v, 16)")
CLEAN = """\
__global__ void scale(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] *= 2.0f;
}

void run(float *out, int n)
{
    scale<<<(n + 255) / 256, 256>>>(out, n);
}
"""
TILE = """\
__global__ void turn(float *out)
{
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = out[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void run_turn(float *out)
{
    turn<<<1, dim3(32, 32)>>>(out);
}
"""
PULL = {"textDocument": {"diagnostic": {"relatedDocumentSupport": True}},
        "workspace": {"diagnostics": {"refreshSupport": True}}}
FULL = {"textDocument": {"publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True,
                                                "tagSupport": {"valueSet": [1, 2]}},
                         "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
                                        "isPreferredSupport": True},
                         "hover": {"contentFormat": ["markdown"]},
                         "documentSymbol": {"hierarchicalDocumentSymbolSupport": True}},
        "workspace": {"workspaceEdit": {"documentChanges": True}},
        "window": {"showDocument": {"support": True}, "workDoneProgress": True}}


def key(diagnostic):
    return json.dumps(diagnostic, sort_keys=True)


def codes(diagnostics):
    return [d["code"] for d in diagnostics]


def offset(text, position):
    """Of a position in UTF-16."""
    lines = text.split("\n")
    line = lines[position["line"]].encode("utf-16-le")
    before = line[:2 * position["character"]].decode("utf-16-le")
    return sum(len(part) + 1 for part in lines[:position["line"]]) + len(before)


def edited(text, edits):
    for edit in sorted(edits, key=lambda e: offset(text, e["range"]["start"]), reverse=True):
        start, end = (offset(text, edit["range"][side]) for side in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


class ServerTest(unittest.TestCase):
    def setUp(self):
        self.root = os.path.realpath(tempfile.mkdtemp(prefix="cudalint-lsp-"))
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        self.clients = []

    def tearDown(self):
        for client in self.clients:
            if client.process.poll() is None:
                client.kill()
            client.process.stdin.close()
            client.process.stdout.close()

    def client(self, capabilities=None, start=True, site=None, **more):
        env = dict(os.environ, XDG_CACHE_HOME=CACHE, HOME=self.root)
        for name in ("CUDA_HOME", "CUDA_PATH", "CUDALINT_RULES_URL"):
            env.pop(name, None)
        if site:
            env["CUDALINT_RULES_URL"] = site
        client = Client([PROGRAM, "lsp"], env=env, cwd=self.root)
        self.clients.append(client)
        if start:
            client.start(self.root, capabilities, **more)
        return client

    def path(self, name):
        return os.path.join(self.root, name)

    def uri(self, name):
        return "file://" + self.path(name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.uri(name)

    def workers(self, client):
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(client.process.pid)], stdout=subprocess.PIPE,
                               universal_newlines=True).stdout.split() if shutil.which("ps") else []
        if not found:
            with open("/proc/%d/task/%d/children" % (client.process.pid, client.process.pid)) as file:
                found = file.read().split()
        return [int(pid) for pid in found if not self.is_in_background(client, int(pid))]

    def is_in_background(self, client, pid):
        """A process that finds out what the rest of the project says: less urgent than workers."""
        try:
            return os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, client.process.pid)
        except ProcessLookupError:
            return True

    def halt(self, pid):
        """All its threads, and for sure."""
        os.kill(pid, signal.SIGSTOP)
        for task in os.listdir("/proc/%d/task" % pid):
            for _ in range(500):
                with open("/proc/%d/task/%s/stat" % (pid, task)) as file:
                    if file.read().rsplit(")", 1)[1].split()[0] == "T":
                        break
                time.sleep(0.01)


class Lifecycle(ServerTest):
    def test_session(self):
        client = self.client(start=False)
        early = client.answer(client.request("textDocument/hover", {}))
        self.assertEqual(early["error"]["code"], -32002)
        client.notify("textDocument/didOpen", {})
        result = client.start(self.root, {"general": {"positionEncodings": ["utf-16"]}})
        self.assertEqual(result["serverInfo"]["name"], "cudalint")
        self.assertEqual(result["capabilities"]["positionEncoding"], "utf-16")
        self.assertEqual(result["capabilities"]["textDocumentSync"]["change"], 2)
        self.assertNotIn("diagnosticProvider", result["capabilities"])
        again = client.answer(client.request("initialize", {"capabilities": {}}))
        self.assertEqual(again["error"]["code"], -32600)
        unknown = client.answer(client.request("textDocument/rename", {}))
        self.assertEqual(unknown["error"]["code"], -32601)
        client.notify("unknown/notification", {"a": 1})
        client.notify("$/unknown")
        self.assertIsNone(client.call("shutdown"))
        late = client.answer(client.request("textDocument/hover", {}))
        self.assertEqual(late["error"]["code"], -32600)
        client.notify("exit")
        self.assertEqual(client.process.wait(10), 0)

    def test_exit_without_shutdown(self):
        client = self.client()
        client.notify("exit")
        self.assertEqual(client.process.wait(10), 1)

    def test_client_gone(self):
        client = self.client()
        client.open(self.uri("a.cu"), CLEAN)
        client.diagnostics(self.uri("a.cu"))
        workers = self.workers(client)
        self.assertEqual(len(workers), 1)
        client.process.stdin.close()
        self.assertEqual(client.process.wait(10), 1)
        for _ in range(50):
            if not os.path.exists("/proc/%d" % workers[0]):
                break
            time.sleep(0.1)
        self.assertFalse(os.path.exists("/proc/%d" % workers[0]))

    def test_parent_gone(self):
        parent = subprocess.Popen(["sleep", "60"])
        client = self.client(processId=parent.pid)
        parent.kill()
        parent.wait()
        self.assertEqual(client.process.wait(10), 1)

    def test_wrong_usage(self):
        for words, line in ((["x.cu"], "lsp takes no file"), (["--nonsense"], "--nonsense")):
            done = subprocess.run([PROGRAM, "lsp"] + words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(line, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_trace(self):
        client = self.client(trace="messages")
        client.call("textDocument/hover", {"textDocument": {"uri": "file:///no"}, "position": {}})
        line = client.wait(lambda m: m.get("method") == "$/logTrace" and "hover" in m["params"]["message"])
        self.assertNotIn("verbose", line["params"])
        client.notify("$/setTrace", {"value": "verbose"})
        client.call("textDocument/hover", {"textDocument": {"uri": "file:///no"}, "position": {}})
        client.wait(lambda m: m.get("method") == "$/logTrace" and "no" in m["params"].get("verbose", ""))
        client.notify("$/setTrace", {"value": "off"})
        client.drain(0.1)
        client.call("textDocument/hover", {"textDocument": {"uri": "file:///no"}, "position": {}})
        self.assertEqual([m for m in client.drain(0.1) if m.get("method") == "$/logTrace"], [])


class Messages(ServerTest):
    def test_malformed(self):
        client = self.client()
        for body in (b"{", b"nonsense", b"\xff\xfe", b"[]", b"17", b'{"jsonrpc":"2.0"}', b'{"id":1}', b"null",
                     b'{"jsonrpc":"2.0","id":{},"method":"x"}', b"[" * 5000, b""):
            client.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            answer = client.wait(lambda m: "error" in m)
            self.assertIn(answer["error"]["code"], (-32700, -32600), body)
            self.assertIsNone(answer["id"] if answer["id"] != 1 else None)
        for stream in (b"Content-Length: x\r\n\r\n", b"\r\n\r\n", b"garbage\r\n\r\n", b"Content-Length: -5\r\n\r\n"):
            client.raw(stream)
        self.assertIsNone(client.call("textDocument/hover", {}))

    def test_strange_params(self):
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        for method in ("textDocument/hover", "textDocument/codeAction", "textDocument/documentSymbol",
                       "textDocument/codeLens", "textDocument/inlayHint", "textDocument/diagnostic",
                       "workspace/executeCommand"):
            for params in (None, [], 17, "x", {}, {"textDocument": 1}, {"textDocument": {"uri": uri}},
                           {"textDocument": {"uri": uri}, "position": {"line": -4, "character": "x"}},
                           {"textDocument": {"uri": uri}, "range": [], "context": 3, "arguments": {}},
                           {"textDocument": {"uri": uri}, "range": {"start": {"line": 1e300, "character": 1},
                                                                    "end": {"line": 0, "character": 0}}}):
                answer = client.answer(client.request(method, params))
                self.assertTrue("result" in answer or "error" in answer)
        for method in ("textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
                       "textDocument/didSave", "workspace/didChangeWatchedFiles",
                       "workspace/didChangeConfiguration", "$/cancelRequest", "$/setTrace"):
            for params in (None, [], {}, {"textDocument": {}}, {"changes": [1, {}]}, {"settings": 5}, {"id": []}):
                client.notify(method, params)
        self.assertEqual(client.stop(), 0)

    def test_lone_surrogates(self):
        client = self.client()
        uri = self.uri("a.cu")
        body = json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": "cuda-cpp", "version": 1, "text": "// @ @ \\\\ud800\n" + SHUFFLE}}})
        body = body.replace("@", "\\ud83d", 1).replace("@", "\\ud83d\\ude00", 1).encode()
        client.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.assertEqual(codes(client.diagnostics(uri)), ["CU401"])

    def test_cancelled(self):
        client = self.client(PULL)
        uri = self.uri("a.cu")
        client.open(uri, CLEAN)
        request = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        client.notify("$/cancelRequest", {"id": request})
        client.notify("$/cancelRequest", {"id": 4711})
        self.assertEqual(client.answer(request)["error"]["code"], -32800)
        report = client.call("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        self.assertEqual(report["items"], [])


class Diagnostics(ServerTest):
    def test_same_as_check(self):
        client = self.client(FULL)
        uri = self.write("a.cu", SHUFFLE)
        client.open(uri, SHUFFLE)
        shown = client.diagnostics(uri, 1)
        run = subprocess.run([PROGRAM, "check", "-f", "json", "a.cu"], cwd=self.root, stdout=subprocess.PIPE,
                             env=dict(os.environ, XDG_CACHE_HOME=CACHE))
        findings = json.loads(run.stdout.decode())["findings"]
        self.assertEqual([(f["code"], f["message"], f["start"]["line"] - 1, f["start"]["column"] - 1,
                           f["end"]["line"] - 1, f["end"]["column"] - 1) for f in findings],
                         [(d["code"], d["message"], d["range"]["start"]["line"], d["range"]["start"]["character"],
                           d["range"]["end"]["line"], d["range"]["end"]["character"]) for d in shown])
        self.assertEqual(findings[0]["fingerprint"], shown[0]["data"]["fingerprint"])
        self.assertEqual(shown[0]["source"], "cudalint")
        self.assertEqual(shown[0]["severity"], 1)
        self.assertEqual(shown[0]["tags"], [2])
        page = shown[0]["codeDescription"]["href"]
        with open(page[len("file://"):]) as file:
            self.assertIn("maskless", file.read())

    def test_pages_on_a_site(self):
        client = self.client(FULL, site="https://lint.example/rules")
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        self.assertEqual(client.diagnostics(uri, 1)[0]["codeDescription"],
                         {"href": "https://lint.example/rules/CU401.html"})

    def test_what_the_client_can_show(self):
        """Clients that show no related places read them in the message; tags and links they are spared."""
        uri = self.uri("a.cu")
        text = TILE.replace("__syncthreads();", "")
        for capabilities in (FULL, {}):
            client = self.client(capabilities)
            client.open(uri, text + SHUFFLE)
            shown = client.diagnostics(uri, 1)
            race, warp = [[d for d in shown if d["code"] == code][0] for code in ("CU301", "CU401")]
            able = capabilities is FULL
            self.assertEqual(["tags" in warp, "codeDescription" in warp, "relatedInformation" in race], 3 * [able])
            wrote = text[:text.index("tile[threadIdx.y][threadIdx.x] =")].count("\n") + 1
            self.assertEqual(("\na.cu:%d:" % wrote) in race["message"], not able, race)

    def test_follows_edits(self):
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        self.assertEqual(codes(client.diagnostics(uri, 1)), ["CU401"])
        version = client.change(uri, FIXED)
        self.assertEqual(client.diagnostics(uri, version), [])
        version = client.change(uri, (3, 9, 3, 44, "__shfl_down(v, 16)"), (0, 0, 0, 0, "\n\n"))
        shown = client.diagnostics(uri, version)
        self.assertEqual((codes(shown), shown[0]["range"]["start"]["line"]), (["CU401"], 5))
        client.close(uri)
        self.assertEqual(client.diagnostics(uri), [])

    def test_encodings(self):
        text = SHUFFLE.replace("    v +=", "    /* \U0001f600\u20ac\u00e4 */ v +=")
        for encoding in ("utf-8", "utf-16", "utf-32"):
            client = self.client({"general": {"positionEncodings": [encoding]}})
            uri = self.uri("a.cu")
            client.open(uri, text)
            shown = client.diagnostics(uri)
            line = text.split("\n")[3]
            before = line[:line.index("__shfl")]
            expected = {"utf-8": len(before.encode()), "utf-16": len(before.encode("utf-16-le")) // 2,
                        "utf-32": len(before)}[encoding]
            self.assertEqual(shown[0]["range"]["start"]["character"], expected)
            # an edit behind the characters lands where the client means it
            version = client.change(uri, (3, expected, 3, expected + 18, "v"))
            self.assertEqual(client.diagnostics(uri, version), [])

    def test_line_ends(self):
        for end in ("\r\n", "\r"):
            client = self.client()
            uri = self.uri("a.cu")
            client.open(uri, SHUFFLE.replace("\n", end))
            shown = client.diagnostics(uri)
            self.assertEqual((codes(shown), shown[0]["range"]["start"]), (["CU401"], {"line": 3, "character": 9}))

    def test_untitled_and_others(self):
        client = self.client()
        client.open("untitled:Untitled-1", SHUFFLE)
        self.assertEqual(codes(client.diagnostics("untitled:Untitled-1")), ["CU401"])
        odd = self.uri("a%20b%C3%A4%23.cu")
        client.open(odd, SHUFFLE)
        self.assertEqual(codes(client.diagnostics(odd)), ["CU401"])
        client.open(self.uri("notes.md"), SHUFFLE, "markdown")
        client.open("file:///c%3A/x.cu", SHUFFLE)
        self.assertEqual(codes(client.diagnostics("file:///c%3A/x.cu")), ["CU401"])
        self.assertEqual(client.stop(), 0)

    def test_headers(self):
        header = self.write("sum.cuh", "#pragma once\n" + SHUFFLE)
        unit = self.write("a.cu", '#include "sum.cuh"\n')
        client = self.client()
        client.open(unit, '#include "sum.cuh"\n')
        self.assertEqual(client.diagnostics(unit), [])
        self.assertEqual(codes(client.diagnostics(header)), ["CU401"])
        # opened, it is a document of its own; its unsaved text counts for those that include it, too
        client.open(header, "#pragma once\n" + SHUFFLE)
        self.assertEqual(codes(client.diagnostics(header, 1)), ["CU401"])
        version = client.change(header, "#pragma once\n" + FIXED)
        self.assertEqual(client.diagnostics(header, version), [])
        # closed, it is as on disk
        client.drain(1)
        client.close(header)
        self.assertEqual(client.diagnostics(header), [])
        self.assertEqual(codes(client.diagnostics(header)), ["CU401"])
        client.close(unit)
        self.assertEqual(client.diagnostics(header), [])

    def test_header_in_context(self):
        """A header that only makes sense where it is included."""
        text = "__global__ void sum(real *out)\n" + SHUFFLE[SHUFFLE.index("{"):].replace("float v", "real v")
        header = self.write("sum.h", text)
        self.write("a.cu", 'typedef float real;\n#include "sum.h"\n')
        client = self.client()
        client.open(header, text, "cpp")
        self.assertEqual(codes(client.diagnostics(header)), ["CU401"])
        # one that nothing includes and that doesn't parse alone says nothing
        other = self.write("other.h", text.replace("real", "elsewhere"))
        client.open(other, text.replace("real", "elsewhere"), "cpp")
        self.assertEqual(client.diagnostics(other), [])

    def test_suppressed(self):
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE.replace("16);", "16); // cudalint: ignore[CU401]"))
        self.assertEqual(client.diagnostics(uri), [])

    def test_configuration(self):
        client = self.client({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
        asked = client.wait(lambda m: m.get("method") == "client/registerCapability")
        globs = [w["globPattern"] for w in asked["params"]["registrations"][0]["registerOptions"]["watchers"]]
        self.assertIn("**/.cudalint.yml", globs)
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        self.assertEqual(codes(client.diagnostics(uri)), ["CU401"])
        config = self.write(".cudalint.yml", "ignore: [CU401]\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": config, "type": 1}]})
        self.assertEqual(client.diagnostics(uri), [])
        self.write(".cudalint.yml", "ignroe: [CU401]\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": config, "type": 2}]})
        shown = client.wait(lambda m: m.get("method") == "window/showMessage")
        self.assertIn("ignroe", shown["params"]["message"])
        self.assertEqual(codes(client.diagnostics(uri)), ["CU001"])
        self.write(".cudalint.yml", "exclude: ['*.cu']\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": config, "type": 2}]})
        self.assertEqual(client.diagnostics(uri), [])

    def test_settings(self):
        client = self.client({"workspace": {"configuration": True}}, start=False)
        client.answers["workspace/configuration"] = [{"ignore": ["CU401"], "nonsense": 1, "chip": "h100"}]
        client.start(self.root, {"workspace": {"configuration": True}})
        told = [client.wait(lambda m: m.get("method") == "window/showMessage")["params"]["message"]
                for _ in range(2)]
        self.assertTrue(any("nonsense" in line for line in told) and any("chip" in line for line in told), told)
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        self.assertEqual(client.diagnostics(uri), [])
        client.answers["workspace/configuration"] = [{}]
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        self.assertEqual(codes(client.diagnostics(uri)), ["CU401"])

    def test_initial_settings(self):
        """They hold where the client's configuration says nothing; settings that stay cost no analysis."""
        client = self.client({"workspace": {"configuration": True}}, start=False)
        client.answers["workspace/configuration"] = [None]
        client.start(self.root, {"workspace": {"configuration": True}},
                     initializationOptions={"ignore": ["CU401"]})
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        self.assertEqual(client.diagnostics(uri), [])
        workers = self.workers(client)
        client.notify("workspace/didChangeConfiguration", {"settings": {"cudalint": {"ignore": ["CU401"]}}})
        client.call("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}})
        self.assertEqual(self.workers(client), workers)
        client.notify("workspace/didChangeConfiguration", {"settings": {"cudalint": {"ignore": []}}})
        self.assertEqual(codes(client.diagnostics(uri)), ["CU401"])

    def test_database(self):
        os.mkdir(self.path("build"))
        text = "__device__ int always() { return 1; }\n#ifdef BAD\n" + SHUFFLE + "#endif\n"
        uri = self.write("a.cu", text)
        client = self.client()
        client.open(uri, text)
        self.assertEqual(client.diagnostics(uri), [])
        database = self.write("build/compile_commands.json", json.dumps([
            {"directory": self.root, "file": "a.cu", "command": "nvcc -DBAD -c a.cu"}]))
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": database, "type": 1}]})
        self.assertEqual(codes(client.diagnostics(uri)), ["CU401"])

    def test_files_nobody_watches(self):
        """Settings and flags that change on disk hold with the next edit, or when a document is saved."""
        text = "__device__ int always() { return 1; }\n#ifdef BAD\n" + SHUFFLE + "#endif\n"
        uri = self.write("a.cu", text)
        client = self.client()
        client.open(uri, text)
        self.assertEqual(client.diagnostics(uri), [])
        self.write("compile_commands.json", json.dumps([
            {"directory": self.root, "file": "a.cu", "command": "nvcc -DBAD -c a.cu"}]))
        version = client.change(uri, (0, 0, 0, 0, "\n"))
        self.assertEqual(codes(client.diagnostics(uri, version)), ["CU401"])
        self.write(".cudalint.yml", "ignore: [CU401]\n")
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        self.assertEqual(client.diagnostics(uri), [])

    def test_flood(self):
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        for i in range(300):
            version = client.change(uri, (0, 0, 0, 0, "\n"))
        shown = client.diagnostics(uri, version)
        self.assertEqual((codes(shown), shown[0]["range"]["start"]["line"]), (["CU401"], 303))


SCALE = """\
__global__ void scale_it(float *out)
{
    out[threadIdx.x * 32] *= 2.0f;
}
"""


class Quick(ServerTest):
    """Quick answers to edits: what they don't concern is there at once, and a whole analysis follows."""

    def shown(self, client, uri, version=None, timeout=30):
        """Code and place of what is shown."""
        return sorted((d["code"], d["range"]["start"]["line"], d["range"]["start"]["character"])
                      for d in client.diagnostics(uri, version, timeout))

    def test_carried_over(self):
        client = self.client(FULL)
        uri = self.uri("a.cu")
        text = CLEAN + TILE + "// cudalint: ignore[CU101]\n" + SHUFFLE
        client.open(uri, text)
        before = client.diagnostics(uri)
        self.assertIn("CU201", codes(before))
        self.assertIn("CU002", codes(before))
        # three lines more in the first kernel: the others' findings move
        version = client.change(uri, (4, 8, 4, 8, "\n\n\n"))
        after = client.diagnostics(uri, version)

        def places(diagnostics, lines):
            return [(d["code"], d["message"], d["range"]["start"]["line"] + lines,
                     d["range"]["start"]["character"]) for d in diagnostics]
        self.assertEqual(places(after, 0), places(before, 3))
        # a fix that was taken over is right where it is now
        fix = [d for d in after if d["data"]["fixes"] and d["code"] == "CU201"][0]
        actions = client.call("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": fix["range"],
                                                          "context": {"diagnostics": [fix]}})
        edit = [a for a in actions if a.get("diagnostics") and a["diagnostics"][0]["code"] == "CU201"][0]
        moved = text.replace("        out[i] *= ", "        \n\n\nout[i] *= ")
        self.assertIn("tile[32][33]", edited(moved, edit["edit"]["documentChanges"][0]["edits"]))
        # what a kernel's own edit changes is seen at once
        line = 3 + text[:text.index("tile[32][32]")].count("\n")
        version = client.change(uri, (line, 27, line, 29, "33"))
        self.assertNotIn("CU201", codes(client.diagnostics(uri, version)))

    def test_confirmed(self):
        """The edit concerns another kernel after all: a moment later, that shows."""
        client = self.client()
        uri = self.uri("a.cu")
        text = "constexpr int WIDTH = 32;\n" + TILE.replace("tile[32][32]", "tile[32][WIDTH]") + CLEAN
        client.open(uri, text)
        self.assertIn("CU201", codes(client.diagnostics(uri)))
        version = client.change(uri, (0, 22, 0, 24, "33"))
        self.assertNotIn("CU201", codes(client.diagnostics(uri, version)))
        # and what is pulled, and was only taken over, is pulled again if it isn't confirmed
        for directive in ("#define X 1\n", "// cudalint: launch turn grid=1 block=32x32\n"):
            version = client.change(uri, (3, 0, 3, 0, directive))
            client.diagnostics(uri, version)

    def confirmed(self, client, uri, version):
        """The quick answer; the whole one that follows isn't told, because it is the same."""
        quick = self.shown(client, uri, version)
        with self.assertRaises(Timeout):
            self.assertEqual(self.shown(client, uri, version, 2), quick)
        return quick

    def test_left_out(self):
        """Kernels that keep to themselves aren't parsed for an edit of another one; what is found in them stays."""
        client = self.client()
        uri = self.uri("a.cu")
        text = SCALE + TILE + SHUFFLE
        client.open(uri, text)
        before = self.shown(client, uri)
        self.assertEqual([code for code, _, _ in before if code in ("CU101", "CU201", "CU401")],
                         ["CU101", "CU201", "CU401"])
        # a fix in the first one, with more lines: the others move
        version = client.change(uri, (2, 19, 2, 24, "\n"))
        after = self.confirmed(client, uri, version)
        self.assertEqual(after, sorted((code, line + 1, column) for code, line, column in before if line != 2))
        # a defect in the second one
        line = text[:text.index("    __syncthreads")].count("\n") + 1
        version = client.change(uri, (line, 4, line, 4, "out[threadIdx.x * 32] = 0;"))
        self.assertIn(("CU101", line, 4), self.confirmed(client, uri, version))
        # and it no longer keeps to itself
        version = client.change(uri, (line, 4, line, 30, "atomicAdd_system(out, 1.0f);"))
        self.assertIn(("CU509", line), [one[:2] for one in self.confirmed(client, uri, version)])

    def test_overloads(self):
        """What is found in another kernel of the same name stays."""
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, SCALE + SCALE.replace("float", "int").replace("2.0f", "2"))
        self.assertEqual(self.shown(client, uri), [("CU101", 2, 4), ("CU101", 6, 4)])
        version = client.change(uri, (2, 19, 2, 24, ""))
        self.assertEqual(self.confirmed(client, uri, version), [("CU101", 6, 4)])
        version = client.change(uri, (6, 19, 6, 24, ""))
        self.assertEqual(self.confirmed(client, uri, version), [])

    def test_broken(self):
        """While the text doesn't parse, what is found elsewhere stays where it is."""
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, SCALE + CLEAN + TILE)
        before = self.shown(client, uri)
        self.assertIn("CU201", [code for code, _, _ in before])
        for line, broken in ((8, "    out[i] = ;\n"), (8, "    if (i {\n"), (5, "int f(\n")):
            version = client.change(uri, (line, 0, line, 0, broken))
            after = self.shown(client, uri, version)
            self.assertEqual([one for one in after if one[0] != "CU001"],
                             [(code, at + (at >= line), column) for code, at, column in before])
            self.assertIn("CU001", [code for code, _, _ in after])
            version = client.change(uri, (line, 0, line + 1, 0, ""))
            self.assertEqual(self.shown(client, uri, version), before)

    def test_never_whole(self):
        """A document that doesn't parse without errors is followed as others are."""
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, "#include <no_such_header.h>\n" + SCALE + TILE)
        before = self.shown(client, uri)
        self.assertEqual([code for code, _, _ in before], ["CU001", "CU101", "CU201", "CU204"])
        version = client.change(uri, (3, 19, 3, 24, "\n"))
        after = self.confirmed(client, uri, version)
        self.assertEqual(after, [(code, line + (line > 3), column) for code, line, column in before if line != 3])
        version = client.change(uri, (3, 19, 3, 19, "+"))
        self.assertEqual(self.shown(client, uri, version), after)
        version = client.change(uri, (3, 19, 3, 20, ""))
        self.assertEqual(self.confirmed(client, uri, version), after)

    def test_braces(self):
        """An edit that ends the function and begins another one isn't one within it."""
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, SCALE + TILE)
        before = self.shown(client, uri)
        version = client.change(uri, (2, 0, 2, 0, "}\n__global__ void more(float *out)\n{\n"))
        after = self.confirmed(client, uri, version)
        self.assertEqual(after, sorted((code, line + 3, column) for code, line, column in before))
        symbols = client.call("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        self.assertIn("more", json.dumps(symbols))

    def test_space(self):
        """Comments and space: everything moves, symbols as well, and a launch's prediction is that of the text."""
        client = self.client(FULL)
        uri = self.uri("a.cu")
        client.open(uri, TILE + CLEAN)
        before = self.shown(client, uri)
        version = client.change(uri, (0, 0, 0, 0, "// a comment\n/* and\nanother */ "))
        after = self.shown(client, uri, version)
        self.assertEqual(after, sorted((code, line + 2, column) for code, line, column in before))
        symbols = client.call("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        self.assertEqual([symbol["selectionRange"]["start"] for symbol in symbols][:2],
                         [{"line": 2, "character": 27}, {"line": 10, "character": 5}])
        line = 2 + TILE[:TILE.index("turn<<<")].count("\n")
        hover = client.call("textDocument/hover", {"textDocument": {"uri": uri},
                                                   "position": {"line": line, "character": 8}})
        self.assertIn("occupancy", json.dumps(hover).lower())

    def test_helper(self):
        """An edit of a device function: the kernels that call it are executed; of a launch: those that it launches."""
        client = self.client()
        uri = self.uri("a.cu")
        text = "__device__ int place(int i)\n{\n    return i;\n}\n" + SCALE.replace("threadIdx.x * 32", "place(threadIdx.x)")
        text += "void run(float *out)\n{\n    scale_it<<<1, 32>>>(out);\n}\n"
        client.open(uri, text)
        self.assertNotIn("CU101", [code for code, _, _ in self.shown(client, uri)])
        version = client.change(uri, (2, 12, 2, 12, " * 32"))
        self.assertIn("CU101", [code for code, _, _ in self.confirmed(client, uri, version)])
        version = client.change(uri, (2, 12, 2, 17, ""))
        self.assertNotIn("CU101", [code for code, _, _ in self.confirmed(client, uri, version)])
        version = client.change(uri, (10, 18, 10, 20, "33"))
        self.confirmed(client, uri, version)

    def test_switched_off(self):
        client = self.client(initializationOptions={"incremental": False})
        uri = self.uri("a.cu")
        client.open(uri, TILE + SHUFFLE)
        before = client.diagnostics(uri)
        version = client.change(uri, (3, 4, 3, 4, " "))
        self.assertEqual(codes(client.diagnostics(uri, version)), codes(before))


class Pulled(ServerTest):
    def pull(self, client, uri, before=None):
        params = {"textDocument": {"uri": uri}}
        if before:
            params["previousResultId"] = before
        return client.call("textDocument/diagnostic", params)

    def test_pull(self):
        header = self.write("sum.cuh", "#pragma once\n" + SHUFFLE)
        unit = self.write("a.cu", '#include "sum.cuh"\n' + FIXED.replace("sum", "sum2"))
        client = self.client(start=False)
        result = client.start(self.root, PULL)
        self.assertTrue(result["capabilities"]["diagnosticProvider"]["interFileDependencies"])
        text = '#include "sum.cuh"\n' + FIXED.replace("sum", "sum2")
        client.open(unit, text)
        first = self.pull(client, unit)
        self.assertEqual((first["kind"], first["items"]), ("full", []))
        self.assertEqual(codes(first["relatedDocuments"][header]["items"]), ["CU401"])
        again = self.pull(client, unit, first["resultId"])
        self.assertEqual(again, {"kind": "unchanged", "resultId": first["resultId"]})
        client.change(unit, text.replace("_sync(0xffffffff, ", "("))
        other = self.pull(client, unit, first["resultId"])
        self.assertEqual(codes(other["items"]), ["CU401"])
        self.write("sum.cuh", "#pragma once\n" + FIXED)
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": header, "type": 2}]})
        client.wait(lambda m: m.get("method") == "workspace/diagnostic/refresh")
        cleared = self.pull(client, unit, other["resultId"])
        self.assertEqual(cleared["relatedDocuments"][header]["items"], [])
        self.assertEqual(self.pull(client, self.uri("never-opened.cu"))["items"], [])
        client.close(unit)
        self.assertEqual([m for m in client.drain() if m.get("method") == "textDocument/publishDiagnostics"], [])

    def test_opened_again(self):
        client = self.client(PULL)
        uri = self.write("a.cu", SHUFFLE)
        client.open(uri, SHUFFLE)
        first = self.pull(client, uri)
        self.assertEqual(self.pull(client, uri, first["resultId"])["kind"], "unchanged")
        client.close(uri)
        client.open(uri, SHUFFLE)
        again = self.pull(client, uri, first["resultId"])
        self.assertEqual((again["kind"], codes(again["items"])), ("full", ["CU401"]))

    def test_closed_while_waiting(self):
        client = self.client(PULL)
        uri = self.uri("a.cu")
        client.open(uri, CLEAN)
        request = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        client.close(uri)
        self.assertEqual(client.answer(request)["error"]["code"], -32801)


LAUNCHED = """\
__global__ void gather(float *out, const float *in, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}
"""
LAUNCHER = """\
__global__ void gather(float *out, const float *in, int stride);
void run(float *out, const float *in)
{
    gather<<<64, 256>>>(out, in, %d);
}
"""


class Workspace(ServerTest):
    """Folders, the diagnostics of all of their files, and what files say to each other."""

    def folders(self, *names):
        return [{"uri": self.uri(name), "name": name} for name in names]

    def make(self, name):
        os.makedirs(self.path(name), exist_ok=True)
        return name

    def ask(self, client, known=None, timeout=60, **more):
        params = dict(previousResultIds=[{"uri": u, "value": v} for u, v in (known or {}).items()], **more)
        return client.call("workspace/diagnostic", params, timeout)["items"]

    def request(self, client, known=None, **more):
        return client.request("workspace/diagnostic", dict(
            previousResultIds=[{"uri": u, "value": v} for u, v in (known or {}).items()], **more))

    def saved(self, client, name, text, kind=2):
        uri = self.write(name, text)
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": kind}]})
        return uri

    def test_capabilities(self):
        result = self.client(start=False).start(self.root, PULL)["capabilities"]
        self.assertEqual(result["workspace"]["workspaceFolders"],
                         {"supported": True, "changeNotifications": True})
        self.assertTrue(result["diagnosticProvider"]["workspaceDiagnostics"])

    def test_folders_have_configurations_of_their_own(self):
        for name in ("one", "two"):
            self.make(name)
        self.write("one/.cudalint.yml", "ignore: [CU401]\n")
        client = self.client(workspaceFolders=self.folders("one", "two"))
        for name, wanted in (("one", []), ("two", ["CU401"])):
            uri = self.write(name + "/a.cu", SHUFFLE)
            client.open(uri, SHUFFLE)
            self.assertEqual(codes(client.diagnostics(uri)), wanted)

    def test_folders_have_settings_of_their_own(self):
        for name in ("one", "two", "three"):
            self.make(name)
        uris = {name: self.write(name + "/a.cu", SHUFFLE) for name in ("one", "two", "three")}
        settings = {self.uri("one"): {"ignore": ["CU401"]}, self.uri("three"): {"config": "own.yml"}, None: {}}
        self.write("three/own.yml", "rules: {CU401: {severity: info}}\n")
        client = self.client({"workspace": {"configuration": True, "workspaceFolders": True}}, start=False)
        client.answers["workspace/configuration"] = lambda params: [
            settings.get(item.get("scopeUri"), {}) for item in params["items"]]
        client.start(self.root, {"workspace": {"configuration": True, "workspaceFolders": True}},
                     workspaceFolders=self.folders("one", "two"))
        client.wait(lambda m: m.get("method") == "workspace/configuration")
        for name, wanted in (("one", []), ("two", ["CU401"])):
            client.open(uris[name], SHUFFLE)
            self.assertEqual(codes(client.diagnostics(uris[name])), wanted)
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {
            "added": self.folders("three"), "removed": self.folders("one")}})
        # of no folder any more: what is set for the session holds
        self.assertEqual(codes(client.diagnostics(uris["one"])), ["CU401"])
        client.open(uris["three"], SHUFFLE)
        self.assertEqual([d["severity"] for d in client.diagnostics(uris["three"])], [3])

    def test_whole_project(self):
        for name in ("one", "two"):
            self.make(name)
        bad = self.write("one/bad.cu", SHUFFLE)
        clean = self.write("one/clean.cu", CLEAN)
        other = self.write("two/other.cu", SHUFFLE)
        client = self.client(PULL, workspaceFolders=self.folders("one", "two"))
        found = {r["uri"]: r for r in self.ask(client)}
        self.assertEqual({u: codes(r["items"]) for u, r in found.items()},
                         {bad: ["CU401"], clean: [], other: ["CU401"]})
        self.assertTrue(all(r["kind"] == "full" and r["version"] is None for r in found.values()))
        # Who knows it all waits for something new, and is told that alone.
        known = {u: r["resultId"] for u, r in found.items()}
        request = self.request(client, known)
        with self.assertRaises(Timeout):
            client.answer(request, 1)
        self.saved(client, "one/bad.cu", FIXED)
        news = client.answer(request, 60)["result"]["items"]
        self.assertEqual([(r["uri"], r["items"]) for r in news], [(bad, [])])
        # A file that goes, and a folder.
        known[bad] = news[0]["resultId"]
        request = self.request(client, known)
        os.remove(self.path("one/bad.cu"))
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": bad, "type": 3}]})
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {
            "added": [], "removed": self.folders("two")}})
        news = client.answer(request, 60)["result"]["items"]
        self.assertEqual([(r["uri"], r["items"]) for r in news], [(other, [])])

    def test_open_documents_are_left_out(self):
        uri = self.write("a.cu", SHUFFLE)
        other = self.write("b.cu", SHUFFLE.replace("sum", "sum2"))
        client = self.client(PULL)
        client.open(uri, SHUFFLE)
        found = {r["uri"]: r["resultId"] for r in self.ask(client)}
        self.assertEqual(list(found), [other])
        request = self.request(client, found)
        client.close(uri)
        news = client.answer(request, 60)["result"]["items"]
        self.assertEqual([(r["uri"], codes(r["items"])) for r in news], [(uri, ["CU401"])])

    def test_parts_and_progress(self):
        uris = {self.write("k%d.cu" % i, SHUFFLE.replace("sum", "sum%d" % i)) for i in range(12)}
        client = self.client(dict(PULL, window={"workDoneProgress": True}))
        request = self.request(client, partialResultToken="parts", workDoneToken="work")
        self.assertEqual(client.answer(request, 60)["result"], {"items": []})
        parts, work = [], []
        for message in client.drain(0.1):
            if message.get("method") == "$/progress":
                value = message["params"]["value"]
                (parts if message["params"]["token"] == "parts" else work).append(value)
        reports = [r for part in parts for r in part["items"]]
        self.assertEqual(sorted(r["uri"] for r in reports), sorted(uris))
        self.assertGreater(len(parts), 1)
        self.assertEqual({tuple(codes(r["items"])) for r in reports}, {("CU401",)})
        if work:
            self.assertEqual((work[0]["kind"], work[-1]["kind"]), ("begin", "end"))
            self.assertTrue(work[0]["cancellable"])

    def slow_project(self, count=40):
        """Files that take long enough for somebody to change his mind."""
        text = "".join(TILE.replace("turn", "turn_%d" % i) for i in range(40))
        for i in range(count):
            self.write("slow%d.cu" % i, text.replace("turn", "f%d" % i))

    def test_stays_responsive(self):
        self.slow_project()
        client = self.client(dict(PULL, window={"workDoneProgress": True}))
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        request = self.request(client, partialResultToken="parts")
        client.wait(lambda m: m.get("method") == "$/progress")
        client.change(uri, FIXED)
        begun = time.monotonic()
        self.assertEqual(client.call("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"], [])
        self.assertLess(time.monotonic() - begun, 5)
        # It goes on meanwhile, and can be stopped.
        client.notify("$/cancelRequest", {"id": request})
        self.assertEqual(client.answer(request)["error"]["code"], -32800)
        self.assertEqual(client.stop(), 0)

    def test_stopped_by_the_user(self):
        self.slow_project()
        client = self.client(dict(PULL, window={"workDoneProgress": True}))
        request = self.request(client)
        token = client.wait(lambda m: m.get("method") == "window/workDoneProgress/create")["params"]["token"]
        begin = client.wait(lambda m: m.get("method") == "$/progress")["params"]
        self.assertEqual((begin["token"], begin["value"]["kind"]), (token, "begin"))
        client.notify("window/workDoneProgress/cancel", {"token": token})
        self.assertEqual(client.answer(request)["error"]["code"], -32802)
        end = client.wait(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end")
        self.assertEqual(end["params"]["token"], token)
        self.assertEqual(self.ask(client, timeout=5), [])
        self.assertEqual(client.stop(), 0)

    def test_on_demand(self):
        """Clients that only take what is published ask with a command, once."""
        uri = self.write("a.cu", SHUFFLE)
        client = self.client()
        client.call("workspace/executeCommand", {"command": "cudalint.checkProject", "arguments": []})
        self.assertEqual(codes(client.diagnostics(uri, timeout=60)), ["CU401"])
        self.saved(client, "a.cu", FIXED)
        self.assertEqual(client.diagnostics(uri, timeout=60), [])

    def test_switched_off(self):
        self.write("a.cu", SHUFFLE)
        client = self.client(PULL, initializationOptions={"workspaceDiagnostics": False})
        self.assertEqual(self.ask(client), [])

    def test_wrong_configuration(self):
        self.write("a.cu", SHUFFLE)
        self.write(".cudalint.yml", "ignroe: [CU401]\n")
        client = self.client(PULL)
        self.assertEqual(self.ask(client), [])
        shown = client.wait(lambda m: m.get("method") == "window/showMessage")
        self.assertIn("ignroe", shown["params"]["message"])

    def test_told_of_launches_elsewhere(self):
        """What `check` says of a file is said here, too: the arguments of a launch in another file count."""
        uri = self.write("kernel.cu", LAUNCHED)
        self.write("launch.cu", LAUNCHER % 1)
        client = self.client(initializationOptions={"select": ["CU101"]})
        client.open(uri, LAUNCHED)
        self.assertEqual(codes(client.diagnostics(uri)), ["CU101"])  # any stride, as far as the file knows
        self.assertEqual(client.diagnostics(uri), [])
        # An edit keeps it, quick or not; another launch changes it.
        client.change(uri, (4, 0, 4, 0, "    // nothing\n"))
        client.change(uri, (1, 1, 1, 1, "\n"))
        self.assertEqual([m["params"]["diagnostics"] for m in client.drain(1)
                          if m.get("method") == "textDocument/publishDiagnostics" and m["params"]["diagnostics"]], [])
        self.saved(client, "launch.cu", LAUNCHER % 32)
        told = client.diagnostics(uri)
        checked = subprocess.run([PROGRAM, "check", "--select=CU101", "-f", "json", "."], cwd=self.root,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.assertEqual([d["message"].split("\n")[0] for d in told],
                         [f["message"] for f in json.loads(checked.stdout)["findings"]])
        self.assertIn("stride of 128 bytes", told[0]["message"])

    def test_told_of_unsaved_definitions(self):
        """Names that a document comes to define are asked about before it is saved."""
        uri = self.write("kernel.cu", "// nothing yet\n")
        self.write("launch.cu", LAUNCHER % 1)
        client = self.client(initializationOptions={"select": ["CU101"]})
        client.open(uri, "// nothing yet\n")
        self.assertEqual(client.diagnostics(uri), [])
        version = client.change(uri, LAUNCHED)
        self.assertEqual(codes(client.diagnostics(uri, version)), ["CU101"])
        self.assertEqual(client.diagnostics(uri, version), [])

    def test_header_told_of_launches(self):
        """A header is looked at as the file that launches its kernels includes it, and is told of launches in files that
        don't include it."""
        text = "#pragma once\n" + LAUNCHED
        header = self.write("kernel.cuh", text)
        self.write("a.cu", '#include "kernel.cuh"\n')  # which comes first, and knows nothing
        self.write("launch.cu", '#include "kernel.cuh"\n' + LAUNCHER.split("\n", 1)[1] % 32)
        client = self.client(initializationOptions={"select": ["CU101"]})
        client.open(header, text)
        self.assertIn("stride of 128 bytes", client.diagnostics(header)[0]["message"])
        client.close(header)
        self.assertEqual(client.diagnostics(header), [])
        # Nobody who includes it launches.
        os.unlink(self.path("launch.cu"))
        self.write("launch.cu", LAUNCHER % 32)
        client.open(header, text)
        told = client.diagnostics(header)
        if "stride of 128 bytes" not in told[0]["message"]:
            told = client.diagnostics(header)
        self.assertIn("stride of 128 bytes", told[0]["message"])

    def test_told_nothing_where_switched_off(self):
        uri = self.write("kernel.cu", LAUNCHED)
        self.write("launch.cu", LAUNCHER % 1)
        client = self.client(initializationOptions={"select": ["CU101"], "project": False})
        client.open(uri, LAUNCHED)
        self.assertEqual(codes(client.diagnostics(uri)), ["CU101"])
        self.assertEqual([m for m in client.drain(1) if m.get("method") == "textDocument/publishDiagnostics"], [])

    def test_baseline(self):
        """What is accepted isn't shown, also when the file has another name meanwhile."""
        os.mkdir(self.path(".git"))
        uri = self.write("old.cu", SHUFFLE)
        subprocess.run([PROGRAM, "baseline", "create"], cwd=self.root, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        client = self.client(PULL)
        client.open(uri, SHUFFLE)
        self.assertEqual(client.call("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"], [])
        client.close(uri)
        os.rename(self.path("old.cu"), self.path("new.cu"))
        renamed = self.uri("new.cu")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 3},
                                                                      {"uri": renamed, "type": 1}]})
        self.assertEqual([(r["uri"], r["items"]) for r in self.ask(client)], [(renamed, [])])
        client.open(renamed, SHUFFLE)
        ask = {"textDocument": {"uri": renamed}}
        self.assertEqual(client.call("textDocument/diagnostic", ask)["items"], [])
        # One more of equal findings is new, and without the baseline all are shown.
        more = SHUFFLE + SHUFFLE.replace("sum", "sum2")
        client.change(renamed, more)
        self.assertEqual(codes(client.call("textDocument/diagnostic", ask)["items"]), ["CU401"])
        os.remove(self.path(".cudalint-baseline.json"))
        client.notify("workspace/didChangeWatchedFiles", {"changes": [
            {"uri": self.uri(".cudalint-baseline.json"), "type": 3}]})
        self.assertEqual(codes(client.call("textDocument/diagnostic", ask)["items"]), ["CU401", "CU401"])


class Features(ServerTest):
    def actions(self, client, uri, diagnostic, only=None):
        context = {"diagnostics": [diagnostic]}
        if only:
            context["only"] = [only]
        return client.call("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": diagnostic["range"],
                                                       "context": context})

    def edits(self, action, uri, version):
        changes = action["edit"]["documentChanges"]
        self.assertEqual([c["textDocument"] for c in changes], [{"uri": uri, "version": version}])
        return changes[0]["edits"]

    def test_fixes(self):
        client = self.client(FULL)
        uri = self.uri("a.cu")
        two = "// \U0001f600\n" + SHUFFLE + SHUFFLE.replace("sum", "sum2")
        client.open(uri, two)
        shown = client.diagnostics(uri, 1)
        self.assertEqual(codes(shown), ["CU401", "CU401"])
        actions = self.actions(client, uri, shown[0])
        fixes = [a for a in actions if a.get("isPreferred")]
        self.assertEqual(len(fixes), 1)
        self.assertEqual(key(fixes[0]["diagnostics"][0]), key(shown[0]))
        self.assertEqual(edited(two, self.edits(fixes[0], uri, 1)), "// \U0001f600\n" + FIXED +
                         SHUFFLE.replace("sum", "sum2"))
        both = "// \U0001f600\n" + FIXED + FIXED.replace("sum", "sum2")
        every = [a for a in actions if a["title"].startswith("Fix all 2 of CU401")]
        self.assertEqual(edited(two, self.edits(every[0], uri, 1)), both)
        source = self.actions(client, uri, shown[0], "source.fixAll")
        self.assertEqual([a["kind"] for a in source], ["source.fixAll.cudalint"])
        self.assertEqual(edited(two, self.edits(source[0], uri, 1)), both)
        self.assertEqual(self.actions(client, uri, shown[0], "refactor"), [])
        self.assertTrue(all(a["kind"] == "quickfix" for a in self.actions(client, uri, shown[0], "quickfix")))
        # and the fixed text is clean
        version = client.change(uri, both)
        self.assertEqual(client.diagnostics(uri, version), [])

    def test_suppressions(self):
        client = self.client(FULL)
        license = "/* A licence,\n   in two lines. */\n"
        lines = ("16);", "16); // why", "16); /* a\n */", "16); // cudalint: ignore[CU901]",
                 "16);\\\n   ", "16); const char *q = R\"(a\nb)\";", "16); const char *q = \"a\\\nb\";")
        for i, line in enumerate(lines):
            uri = self.uri("a%d.cu" % i)
            text = license + SHUFFLE.replace("16);", line)
            client.open(uri, text)
            shown = [d for d in client.diagnostics(uri, 1) if d["code"] == "CU401"]
            actions = self.actions(client, uri, shown[0])
            for where in ("on this line", "in this file"):
                action = [a for a in actions if where in a["title"]]
                self.assertEqual(len(action), 1, where)
                quiet = edited(text, self.edits(action[0], uri, client.versions[uri]))
                version = client.change(uri, quiet)
                left = codes(client.diagnostics(uri, version))
                self.assertNotIn("CU401", left, quiet)
                self.assertNotIn("CU003", left, quiet)
                version = client.change(uri, text)
                shown = [d for d in client.diagnostics(uri, version) if d["code"] == "CU401"]
                actions = self.actions(client, uri, shown[0])

    def test_suppressions_between_strings(self):
        client = self.client(FULL)
        for i, (before, behind, places) in enumerate((('R"(a\nb)"', "0", 1), ('R"(a\nb)"', 'R"(a\nb)"', 0),
                                                      ('"a\\\nb"', '"a\\\nb"', 1))):
            uri = self.uri("s%d.cu" % i)
            text = SHUFFLE.replace("    v +=", "    const char *q = %s; v +=" % before)
            text = text.replace("16);", "16); q = %s;" % behind)
            client.open(uri, text)
            shown = [d for d in client.diagnostics(uri, 1) if d["code"] == "CU401"]
            actions = [a for a in self.actions(client, uri, shown[0]) if "on this line" in a["title"]]
            self.assertEqual(len(actions), places, text)
            for action in actions:
                quiet = edited(text, self.edits(action, uri, 1))
                self.assertNotIn("CU401", codes(client.diagnostics(uri, client.change(uri, quiet))), quiet)

    def test_action_for_several_findings(self):
        client = self.client(FULL)
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE.replace("16);", "16) + __shfl_down(1.0f, 8);"))
        shown = [d for d in client.diagnostics(uri, 1) if d["code"] == "CU401"]
        self.assertEqual(len(shown), 2)
        both = {"range": {"start": shown[0]["range"]["start"], "end": shown[1]["range"]["end"]}}
        actions = self.actions(client, uri, both)
        titles = [a["title"] for a in actions]
        for title in ("Suppress CU401 on this line", "Suppress CU401 in this file",
                      "Explain CU401 (maskless-warp-intrinsic)"):
            self.assertEqual(titles.count(title), 1, titles)
            self.assertEqual(len(actions[titles.index(title)]["diagnostics"]), 2, title)

    def test_old_client(self):
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        shown = client.diagnostics(uri, 1)
        actions = self.actions(client, uri, shown[0])
        fix = [a for a in actions if a["command"] == "cudalint.apply"][0]
        done = client.call("workspace/executeCommand", {"command": fix["command"], "arguments": fix["arguments"]})
        self.assertTrue(done)
        asked = client.wait(lambda m: m.get("method") == "workspace/applyEdit")
        self.assertEqual(edited(SHUFFLE, asked["params"]["edit"]["changes"][uri]), FIXED)

    def test_hover(self):
        client = self.client(FULL)
        uri = self.uri("a.cu")
        text = SHUFFLE + CLEAN + TILE + "// cudalint: file-ignore[CU901] old\n"
        client.open(uri, text)

        def hover(word, at=0):
            where = text.index(word) + at
            line = text.count("\n", 0, where)
            return client.call("textDocument/hover", {"textDocument": {"uri": uri}, "position": {
                "line": line, "character": where - (text.rfind("\n", 0, where) + 1)}})
        found = hover("__shfl_down", 2)
        self.assertIn("CU401 maskless-warp-intrinsic", found["contents"]["value"])
        self.assertEqual(found["contents"]["kind"], "markdown")
        self.assertEqual(found["range"]["start"], {"line": 3, "character": 9})
        self.assertIn("sectors", hover("out[i] *=")["contents"]["value"])
        launch = hover("scale<<<")["contents"]["value"]
        self.assertIn("occupancy 100 %", launch)
        self.assertIn("block 256 (launch-site)", launch)
        self.assertIn("wavefronts on the lines that use `tile`: 1056, ideally 64", hover("tile[32]")["contents"]["value"])
        conflict = hover("tile[threadIdx.x][")["contents"]["value"]
        self.assertIn("| here | 32 |", conflict)
        self.assertIn("```text\n", conflict)
        self.assertIn("texture-reference", hover("CU901")["contents"]["value"])
        self.assertIsNone(hover("void run"))
        self.assertIn("participating lanes", hover("__shfl_down")["contents"]["value"])
        client.notify("workspace/didChangeConfiguration", {"settings": {"cudalint": {"hoverMessage": False}}})
        found = hover("__shfl_down")["contents"]["value"]
        self.assertIn("CU401 maskless-warp-intrinsic** (error)\n", found)

    def test_proofs(self):
        """A hover on a kernel says what holds for every size, once that is found out."""
        client = self.client(FULL)
        uri = self.uri("a.cu")
        text = "// cudalint: assume stride == 1\n" + LAUNCHED
        client.open(uri, text)
        at = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 17}}
        end = time.monotonic() + 60
        said = ""
        while "race-free" not in said and time.monotonic() < end:
            said = client.call("textDocument/hover", at)["contents"]["value"]
            time.sleep(0.1)
        self.assertIn("barriers-uniform: proven", said)
        self.assertRegex(said, "race-free: (proven|undecided)")  # without a solver it isn't decided
        client.change(uri, (0, 0, 0, 0, "// another text\n"))
        at["position"]["line"] = 2
        self.assertNotIn("proven", client.call("textDocument/hover", at)["contents"]["value"])

    def test_symbols(self):
        client = self.client(FULL)
        uri = self.uri("a.cu")
        client.open(uri, CLEAN)
        kernel, host = client.call("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        self.assertEqual((kernel["name"], kernel["detail"], kernel["range"]["end"]["line"]), ("scale", "__global__", 5))
        self.assertEqual(kernel["selectionRange"]["start"], {"line": 0, "character": 16})
        self.assertEqual(host["name"], "run")
        self.assertEqual([c["name"] for c in host["children"]], ["scale<<<>>>"])

    def test_lenses(self):
        client = self.client(FULL, initializationOptions={"lens": True, "hints": True, "chip": "a100"})
        uri = self.uri("a.cu")
        client.open(uri, CLEAN)
        lens = client.call("textDocument/codeLens", {"textDocument": {"uri": uri}})
        self.assertEqual(len(lens), 1)
        self.assertRegex(lens[0]["command"]["title"], r"^occupancy 100 % \(warps\)")
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        hints = client.call("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": whole})
        self.assertEqual([h["label"] for h in hints], [lens[0]["command"]["title"]])
        whole["start"]["line"] = 1
        self.assertEqual(client.call("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": whole}), [])
        off = self.client(FULL)
        off.open(uri, CLEAN)
        self.assertEqual(off.call("textDocument/codeLens", {"textDocument": {"uri": uri}}), [])

    def test_commands(self):
        client = self.client(FULL)
        uri = self.uri("a.cu")
        client.answers["window/showDocument"] = {"success": True}
        page = client.call("workspace/executeCommand", {"command": "cudalint.explain", "arguments": [{"code": "CU401"}]})
        self.assertIn("## Why", page["markdown"])
        shown = client.wait(lambda m: m.get("method") == "window/showDocument")
        self.assertEqual(shown["params"]["uri"], page["uri"])
        for command, arguments in (("cudalint.explain", [{"code": "CU999"}]), ("cudalint.apply", []), ("no", [])):
            answer = client.answer(client.request("workspace/executeCommand",
                                                  {"command": command, "arguments": arguments}))
            self.assertEqual(answer["error"]["code"], -32602)
        client.open(uri, SHUFFLE)
        client.diagnostics(uri)
        client.answers["workspace/applyEdit"] = {"applied": True}
        self.assertTrue(client.call("workspace/executeCommand", {"command": "cudalint.apply", "arguments": [
            {"uri": uri, "code": "CU401"}]}))
        asked = client.wait(lambda m: m.get("method") == "workspace/applyEdit")
        self.assertEqual(edited(SHUFFLE, asked["params"]["edit"]["documentChanges"][0]["edits"]), FIXED)

    def test_html_report(self):
        self.write("a.cu", SHUFFLE)
        client = self.client(FULL)
        done = client.call("workspace/executeCommand", {"command": "cudalint.exportReport", "arguments": [
            {"path": self.uri("report.html")}]})
        self.assertEqual(done["uri"], self.uri("report.html"))
        with open(self.path("report.html")) as file:
            self.assertIn("CU401", file.read())

    def test_report(self):
        self.write("a.cu", SHUFFLE)
        client = self.client(FULL)
        report = self.path("report.sarif")
        done = client.call("workspace/executeCommand", {"command": "cudalint.exportReport", "workDoneToken": "t",
                                                        "arguments": [{"format": "sarif", "path": report}]})
        self.assertEqual(done["path"], report)
        with open(report) as file:
            self.assertIn("CU401", file.read())
        steps = [m["params"]["value"]["kind"] for m in client.drain(0.1) if m.get("method") == "$/progress"]
        self.assertEqual(steps, ["begin", "end"])
        answer = client.answer(client.request("workspace/executeCommand", {
            "command": "cudalint.exportReport", "arguments": [{"format": "sarif", "path": "/no/such/folder/x"}]}))
        self.assertEqual(answer["error"]["code"], -32803)
        self.assertIn("/no/such/folder/x", answer["error"]["message"])


class Workers(ServerTest):
    def test_killed_while_idle(self):
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        client.diagnostics(uri)
        os.kill(self.workers(client)[0], signal.SIGKILL)
        client.wait(lambda m: m.get("method") == "window/logMessage")
        version = client.change(uri, FIXED)
        self.assertEqual(client.diagnostics(uri, version), [])

    def test_killed_while_busy(self):
        client = self.client()
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        client.diagnostics(uri)
        worker = self.workers(client)[0]
        self.halt(worker)
        version = client.change(uri, FIXED)
        time.sleep(0.5)
        os.kill(worker, signal.SIGKILL)
        shown = client.diagnostics(uri, version)
        self.assertEqual(codes(shown), ["CU001"])
        self.assertIn("signal 9", shown[0]["message"])
        log = client.wait(lambda m: m.get("method") == "window/logMessage")
        self.assertIn("signal 9", log["params"]["message"])
        version = client.change(uri, SHUFFLE)
        self.assertEqual(codes(client.diagnostics(uri, version)), ["CU401"])

    def test_too_slow(self):
        """One that computes nothing has more time than one that does."""
        client = self.client(initializationOptions={"timeout": 2})
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        client.diagnostics(uri)
        self.halt(self.workers(client)[0])
        version = client.change(uri, FIXED)
        shown = client.diagnostics(uri, version)
        self.assertIn("didn't end within 10 s", shown[0]["message"])
        version = client.change(uri, SHUFFLE)
        self.assertEqual(codes(client.diagnostics(uri, version)), ["CU401"])

    def test_computes_too_long(self):
        client = self.client(initializationOptions={"timeout": 4})
        uri = self.uri("a.cu")
        client.open(uri, "#define A0 ;\n" + "".join("#define A%d A%d A%d\n" % (i + 1, i, i) for i in range(28)) + "A28\n")
        self.assertIn("took more than 4 s", client.diagnostics(uri, timeout=200)[0]["message"])
        version = client.change(uri, SHUFFLE)
        self.assertEqual(codes(client.diagnostics(uri, version)), ["CU401"])

    def test_slow_prediction(self):
        client = self.client(FULL, initializationOptions={"timeout": 2})
        uri = self.uri("a.cu")
        client.open(uri, SHUFFLE)
        client.diagnostics(uri)
        halted = self.workers(client)[0]
        self.halt(halted)
        place = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 11}}
        hover = client.call("textDocument/hover", place)
        self.assertIn("CU401", hover["contents"]["value"])
        self.assertNotIn("sectors", hover["contents"]["value"])
        for _ in range(300):
            if halted not in self.workers(client):
                break
            time.sleep(0.1)
        version = client.change(uri, "\n" + SHUFFLE)
        self.assertEqual(codes(client.diagnostics(uri, version)), ["CU401"])
        place["position"] = {"line": 3, "character": 15}
        self.assertIn("sectors", client.call("textDocument/hover", place)["contents"]["value"])

    def test_few_are_kept(self):
        client = self.client(FULL, initializationOptions={"maxWorkers": 2})
        for i in range(6):
            client.open(self.uri("a%d.cu" % i), SHUFFLE)
        for i in range(6):
            self.assertEqual(codes(client.diagnostics(self.uri("a%d.cu" % i))), ["CU401"])
        self.assertEqual(len(self.workers(client)), 2)
        # one whose worker has gone is analysed again for what needs it
        for i in range(6):
            hover = client.call("textDocument/hover", {"textDocument": {"uri": self.uri("a%d.cu" % i)},
                                                       "position": {"line": 2, "character": 15}})
            self.assertIn("sectors", hover["contents"]["value"])
        for i in range(6):
            version = client.change(self.uri("a%d.cu" % i), FIXED)
            self.assertEqual(client.diagnostics(self.uri("a%d.cu" % i), version), [])


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    CACHE = tempfile.mkdtemp(prefix="cudalint-cache-")
    try:
        # headers are precompiled once, so that no test's time goes there
        subprocess.run([PROGRAM, "check", "--stdin-filename=a.cu", "-"], input=SHUFFLE.encode(), stdout=subprocess.DEVNULL,
                       env=dict(os.environ, XDG_CACHE_HOME=CACHE))
        result = unittest.main(argv=[sys.argv[0]] + sys.argv[2:], exit=False, verbosity=1).result
    finally:
        shutil.rmtree(CACHE, ignore_errors=True)
    sys.exit(not result.wasSuccessful())
