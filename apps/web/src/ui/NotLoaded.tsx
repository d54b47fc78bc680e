import { i18n } from '../lib/i18n.ts';
import { describe } from '../lib/problems.ts';

/** Error page of a page that cannot be rendered, with a button that reloads: a wall-mounted tablet may have no keyboard. */
export function FailedPage({ error }: { readonly error: unknown }) {
  const { title, message } = describe(error);
  return (
    <main role="alert">
      <h1>{title}</h1>
      <p>{message}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {i18n.t('ui:retry')}
      </button>
    </main>
  );
}

/**
 * Replaces a page whose code failed to load. The code may load once the network returns; after a server update only a reload finds the new
 * files.
 */
export function NotLoaded() {
  return <FailedPage error={null} />;
}
