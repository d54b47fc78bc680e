import { describe } from '../lib/problems.ts';

/** A page that cannot stand, by what failed. */
export function FailedPage({ error }: { readonly error: unknown }) {
  const { title, message } = describe(error);
  return (
    <main role="alert">
      <h1>{title}</h1>
      <p>{message}</p>
    </main>
  );
}

/** In the place of a page whose code did not come. */
export function NotLoaded() {
  return <FailedPage error={null} />;
}
