import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>

/** A link to a place of the page, with the font of the text around it. */
export const TextLink = createLink((props: Props) => <Anchor inherit {...props} />)

type ButtonProps = AnchorProps & Omit<ComponentPropsWithRef<'button'>, keyof AnchorProps>

/** A button that looks like a link in the text around it. */
export const TextButton = (props: ButtonProps) => (
  <Anchor component="button" type="button" inherit {...props} />
)
