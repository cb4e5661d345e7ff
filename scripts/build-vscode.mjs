// Builds the extension for Visual Studio Code: one .vsix file, which is a ZIP archive with a manifest. In: editors/vscode. Out: editors/vscode/dist/ravel-VERSION.vsix.
//
// The archive is written here, with fflate: the usual tool brings some hundred packages, most of them for publishing.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { zipSync } from "fflate";

const root = fileURLToPath(new URL("..", import.meta.url));
const home = join(root, "editors/vscode");

async function bundle(options) {
  const { outputFiles } = await build({
    outdir: "out",
    absWorkingDir: home,
    bundle: true,
    write: false,
    minifySyntax: true,
    charset: "ascii",
    legalComments: "none",
    logLevel: "warning",
    ...options,
  });
  return outputFiles;
}

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const xml = (text) => text.replace(/[&<>"]/g, (sign) => escapes[sign]);

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${["json", "js", "css", "md", "txt", "vsixmanifest"]
  .map(
    (end) =>
      `<Default Extension=".${end}" ContentType="${{ json: "application/json", js: "application/javascript", css: "text/css", md: "text/markdown", txt: "text/plain", vsixmanifest: "text/xml" }[end]}"/>`,
  )
  .join("")}</Types>
`;

const manifestOf = ({
  name,
  version,
  publisher,
  displayName,
  description,
  keywords,
  categories,
  engines,
}) => `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="${xml(name)}" Version="${xml(version)}" Publisher="${xml(publisher)}"/>
<DisplayName>${xml(displayName)}</DisplayName>
<Description xml:space="preserve">${xml(description)}</Description>
<Tags>${xml(keywords.join(","))}</Tags>
<Categories>${xml(categories.join(","))}</Categories>
<License>extension/LICENSE.txt</License>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value="${xml(engines.vscode)}"/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
</Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
</Assets>
</PackageManifest>
`;

/** The archive: the same bytes for the same sources. */
export async function buildExtension() {
  const [extension] = await bundle({
    entryPoints: { extension: "src/extension.ts" },
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
  });
  const view = await bundle({
    entryPoints: { timeline: "view/timeline.ts", "timeline-style": "view/timeline.css" },
    platform: "browser",
    format: "iife",
    target: "chrome110",
  });
  const textOf = (end) => view.find((f) => f.path.endsWith(end)).text;
  const manifest = readFileSync(join(home, "package.json"), "utf8");
  const files = {
    "[Content_Types].xml": contentTypes,
    "extension.vsixmanifest": manifestOf(JSON.parse(manifest)),
    "extension/package.json": manifest,
    "extension/README.md": readFileSync(join(home, "README.md"), "utf8"),
    "extension/LICENSE.txt": readFileSync(join(root, "LICENSE"), "utf8"),
    "extension/extension.js": extension.text,
    "extension/timeline.js": textOf(".js"),
    "extension/timeline.css": textOf(".css"),
  };
  const encoder = new TextEncoder();
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)])), {
    mtime: "1980-06-01T00:00:00",
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const folder = join(home, "dist");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `ravel-${version}.vsix`);
  const archive = await buildExtension();
  writeFileSync(file, archive);
  process.stdout.write(`${file} (${Math.round(archive.length / 1024)} KB)\n`);
}
