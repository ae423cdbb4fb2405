import { expect, it } from "vitest";
import { parsePatch } from "./apply-patch.js";

it("a patch adds, deletes and updates files", () => {
  const patch = `*** Begin Patch
*** Add File: new.md
+# Title
+
*** Delete File: old.md
*** Update File: src/a.ts
@@ class A
 keep
-old
+new
@@
-x

+y
*** End of File
*** Update File: b.ts
*** Move to: c.ts
*** End Patch`;
  expect(parsePatch(patch)).toEqual([
    { path: "new.md", changes: [{ kind: "whole", before: null, after: "# Title\n\n" }] },
    { path: "old.md", changes: [{ kind: "whole", after: null }] },
    {
      path: "src/a.ts",
      changes: [
        { kind: "hunk", old: ["keep", "old"], new: ["keep", "new"] },
        { kind: "hunk", old: ["x", ""], new: ["", "y"] },
      ],
    },
    { path: "b.ts", changes: [{ kind: "unknown" }] },
  ]);
  expect(parsePatch("no patch")).toEqual([]);
});
