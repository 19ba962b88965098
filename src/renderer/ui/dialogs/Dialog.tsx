import { Modal, type ModalProps } from '@mantine/core'
import { useEscape } from './dialogStack.ts'

/** A dialog. Escape closes only the one in front. */
export const Dialog = (props: ModalProps) => <Modal {...props} {...useEscape(props.opened)} />
