import { Modal, type ModalProps } from '@mantine/core'
import { useEscape } from './dialogStack.ts'

/** A dialog. Of several above one another only the one in front hears Escape. */
export const Dialog = (props: ModalProps) => <Modal {...props} {...useEscape(props.opened)} />
