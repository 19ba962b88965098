import { ScrollArea } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './settings.module.css'

/** A table in a frame that scrolls sideways by itself, by keyboard too, where the page is too narrow for it. */
export const Framed = ({ label, children }: { label: string; children: ReactNode }) => (
  <ScrollArea
    className={classes.frame}
    type="auto"
    offsetScrollbars="present"
    viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
  >
    {children}
  </ScrollArea>
)
