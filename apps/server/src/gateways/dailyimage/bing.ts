import { reencodeBackground } from '../../platform/images/images.ts';
import type { DailyImage } from './port.ts';

const LARGEST_PAGE = 256 * 1024;
const LARGEST_IMAGE = 4 * 1024 * 1024;
const IMAGE_PATH = /"(?:url|urlbase)"\s*:\s*"(\/th\?id=OHR\.[\w.-]+(?:&[\w=.;&-]*)?)"/;
const RETRY_AFTER = 10 * 60 * 1000;

/**
 * The search engine's picture of the day, from its feed (`/HPImageArchive.aspx?format=js&n=1`). Only paths of the
 * feed's own host are followed and no redirect is; the picture is written anew, and kept for the day. Nobody ever
 * waits for the feed: until the picture is here, today() gives null.
 */
export function bingDailyImage(feedUrl: string, now: () => number): DailyImage {
  let kept: { day: string; picture: Buffer } | null = null;
  let nextTry = 0;
  let fetching = false;

  async function refresh(day: string): Promise<void> {
    fetching = true;
    try {
      const page = await load(new URL(feedUrl), LARGEST_PAGE);
      const path = page && IMAGE_PATH.exec(page.toString('utf8'))?.[1];
      const image = path ? await load(new URL(path, feedUrl), LARGEST_IMAGE) : null;
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

/** Loads at most `most` bytes within 3 s; null where that fails, whatever the reason. */
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
    // No network, no picture of the day: the sign-in screen has one of its own.
    return null;
  }
}
