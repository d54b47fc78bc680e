import { reencodeBackground } from '../../platform/images/images.ts';
import type { DailyImage } from './port.ts';

const MAX_PAGE_BYTES = 256 * 1024;
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
const IMAGE_PATH = /"(?:url|urlbase)"\s*:\s*"(\/th\?id=OHR\.[\w.-]+(?:&[\w=.;&-]*)?)"/;
const RETRY_AFTER = 10 * 60 * 1000;

/**
 * Returns the search engine's picture of the day, from its feed (`/HPImageArchive.aspx?format=js&n=1`). Only paths on the feed's own
 * host are fetched, and no redirect is followed; the picture is re-encoded and cached for the day. No request waits for the feed:
 * today() returns null until the picture has been fetched.
 */
export function bingDailyImage(feedUrl: string, now: () => number): DailyImage {
  let kept: { day: string; picture: Buffer } | null = null;
  let nextTry = 0;
  let fetching = false;

  async function refresh(day: string): Promise<void> {
    fetching = true;
    try {
      const page = await load(new URL(feedUrl), MAX_PAGE_BYTES);
      const path = page && IMAGE_PATH.exec(page.toString('utf8'))?.[1];
      const image = path ? await load(new URL(path, feedUrl), MAX_IMAGE_BYTES) : null;
      const picture = image && (await reencodeBackground(image));
      if (picture) kept = { day, picture };
    } finally {
      fetching = false;
      nextTry = now() + RETRY_AFTER;
    }
  }

  return {
    async today() {
      const day = new Date(now()).toISOString().slice(0, 10);
      if (kept?.day !== day && !fetching && now() >= nextTry) void refresh(day);
      return kept?.picture ?? null;
    },
  };
}

/** Fetches at most `most` bytes within 3 s; returns null on any failure. */
async function load(url: URL, most: number): Promise<Buffer | null> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(3_000) });
    if (!response.ok || !response.body) return null;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > most) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    // Without the picture of the day, the sign-in screen shows its own.
    return null;
  }
}
