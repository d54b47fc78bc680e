import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { vi } from 'vitest';
import { pretendConfig } from '../lib/config.testkit.ts';
import { type Namespace, startI18n } from '../lib/i18n.ts';
import { createQueryClient } from '../lib/queries.ts';
import { pickSchool } from '../lib/school.ts';
import { saveSession } from '../lib/session.ts';

type Answer = { status?: number; body: unknown; headers?: Record<string, string> };
/** A late reply is a promise. */
type Reply = (input: Record<string, unknown>, sent: Headers) => Answer | Promise<Answer>;

// The library's default of one second is too short for a loaded machine.
configure({ asyncUtilTimeout: 10_000 });

/** Calls that a screen made, and the replies by path. */
export interface FakeApi {
  readonly calls: { path: string; input: Record<string, unknown> }[];
  replies: Record<string, Reply>;
}

/**
 * Prepares screens: browser features that jsdom lacks, a signed-in SchoolAdmin, and an API that replies from a table.
 */
export async function prepareScreens(namespaces: readonly string[]): Promise<FakeApi> {
  const api: FakeApi = { calls: [], replies: {} };
  pretendConfig();
  pretendBrowser();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://test');
    const path = pathname.replace('/api/', '');
    const { body } = init;
    const input =
      typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(body instanceof FormData ? body : searchParams);
    api.calls.push({ path, input });
    const {
      status = 200,
      body: answer,
      headers,
    } = (await api.replies[path]?.(input, new Headers(init.headers))) ?? { body: [] };
    return new Response(JSON.stringify(answer), { status, headers });
  });
  await startI18n(['ui', ...(namespaces as readonly Namespace[])]);
  saveSession({ token: 'the-token', userName: '254700000002', role: 'SchoolAdmin' });
  pickSchool({ sysid: '01900000-0000-7000-8000-000000000901', shortName: 'DEMO' });
  return api;
}

/** Adds browser features that jsdom lacks. */
export function pretendBrowser(): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener() {},
      removeListener() {},
    });
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollIntoView = () => {};
}

export function showScreen(screen: ReactNode) {
  const queries = createQueryClient();
  const shown = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <Notifications />
        <Suspense>{screen}</Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...shown, queries };
}
