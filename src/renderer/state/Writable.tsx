import type { ReactNode } from 'react'
import { useReadOnly } from './useReadOnly.ts'

/** What changes something or asks the service; nothing of it where the workspace was opened from a capsule. */
export const Writable = ({ children }: { children: ReactNode }) => (useReadOnly() ? null : children)
