import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type MenuLinkProps = MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>;

/** Menu item that links to another screen. */
export const LinkMenuItem = createLink((props: MenuLinkProps) => <Menu.Item component="a" {...props} />);
