import { Fragment, isValidElement, type ReactNode } from 'react';

/** Attributes that may be written, by their names in React. */
const ATTRIBUTES: Readonly<Record<string, string>> = { className: 'class', dateTime: 'datetime', title: 'title' };

/**
 * Writes a node of text and plain elements into an empty element without React. Returns false where the node contains a component, or a
 * prop that is not an attribute; the element must then be discarded.
 */
export function writePlain(into: Element, node: ReactNode): boolean {
  if (typeof node === 'string' || typeof node === 'number') {
    into.append(String(node));
    return true;
  }
  if (node === null || node === undefined || typeof node === 'boolean') return true;
  if (Array.isArray(node)) return node.every((each) => writePlain(into, each));
  if (!isValidElement<Readonly<Record<string, unknown>>>(node)) return false;
  const { type, props } = node;
  if (type === Fragment) return writePlain(into, props.children as ReactNode);
  if (typeof type !== 'string') return false;
  const element = document.createElement(type);
  for (const name in props) {
    const value = props[name];
    if (name === 'children' || value === undefined || value === null) continue;
    const attribute = ATTRIBUTES[name] ?? (name.startsWith('data-') || name.startsWith('aria-') ? name : null);
    if (attribute === null || typeof value === 'object' || typeof value === 'function') return false;
    element.setAttribute(attribute, String(value));
  }
  into.append(element);
  return writePlain(element, props.children as ReactNode);
}
