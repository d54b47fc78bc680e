import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type With<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A button that leads to another screen. The address and its search parameters are those of the route tree. */
export const LinkButton = createLink((props: With<ButtonProps>) => <Button component="a" {...props} />);

/** A link within a text. */
export const LinkAnchor = createLink((props: With<AnchorProps>) => <Anchor component="a" {...props} />);
