import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type With<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** Button that links to another screen, with an address and search parameters of the route tree. */
export const LinkButton = createLink((props: With<ButtonProps>) => <Button component="a" {...props} />);

/** Link within a text. */
export const LinkAnchor = createLink((props: With<AnchorProps>) => <Anchor component="a" {...props} />);
