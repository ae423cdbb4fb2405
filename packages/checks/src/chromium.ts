import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where the browser is: Debian's place, or what the environment says. */
export const chromiumPath: string = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Whether there is a browser to test in. */
export const hasChromium: boolean = existsSync(chromiumPath);

/** Starts a headless browser with an empty profile, which asks nothing of the network by itself. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
