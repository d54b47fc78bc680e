import type { describeApi } from './describe.ts';
import type { JsonSchema } from './schema.ts';

type Api = ReturnType<typeof describeApi>;

/** Renders the API description as one page of plain HTML, without script or style, so that it works under any policy. */
export function pageOf(api: Api): string {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const links = calls.map(
    ({ path, method }) => `<li><a href="#${idOf(path, method)}">${text(nameOf(path, method))}</a>`,
  );
  const sections = calls.map(
    ({ path, method, operation }) =>
      `<h2 id="${idOf(path, method)}">${text(nameOf(path, method))}</h2><p>${text(operation.description ?? '')}</p>` +
      `<p>${text(`For: ${[operation['x-roles']].flat().join(', ')}`)}</p>` +
      block('Parameters', operation.parameters) +
      block('Body', operation.requestBody) +
      block('Answers', operation.responses),
  );
  return page(api.info.title, `<p>${text(api.info.description)}</p><ul>${links.join('')}</ul>${sections.join('')}`);
}

/** Renders the page for a browser without a session, since a browser does not send the session token by itself. */
export function signInPage(platformName: string): string {
  return page(platformName, '<p><a href="/app/api.docs">Sign in to the console as an Admin to read this.</a></p>');
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text(title)} API</title><h1>${text(title)} API</h1>${body}</html>`;
}

function block(name: string, of: unknown): string {
  if (of === undefined || (Array.isArray(of) && of.length === 0)) return '';
  return `<details><summary>${name}</summary><pre>${text(JSON.stringify(of as JsonSchema, null, 2))}</pre></details>`;
}

function nameOf(path: string, method: string): string {
  return `${method.toUpperCase()} /api${path}`;
}

function idOf(path: string, method: string): string {
  return `${method}${path.replaceAll('/', '-')}`;
}

function text(value: unknown): string {
  return String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
