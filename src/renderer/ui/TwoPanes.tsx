import { CloseButton } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ui.module.css'

const narrowest = 280
const widest = 900
const keyStep = 24

/** `firstWidth`: of the detail in pixels, until the person moves the divider. */
type Props = { left: ReactNode; right?: ReactNode; onCloseRight?: () => void; firstWidth?: number }

/** A list and the detail of its selection; the divider moves by mouse and by arrow keys, and the detail can close. */
export function TwoPanes({ left, right, onCloseRight, firstWidth = 420 }: Props) {
  const { t } = useTranslation('ui')
  const [width, setWidth] = useState(firstWidth)
  const frame = useRef<HTMLDivElement>(null)
  const set = (wanted: number) => {
    const room = (frame.current?.clientWidth ?? widest) - narrowest
    setWidth(Math.round(Math.max(narrowest, Math.min(widest, room, wanted))))
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const edge = frame.current?.getBoundingClientRect().right
    if (edge !== undefined && event.currentTarget.hasPointerCapture(event.pointerId))
      set(edge - event.clientX)
  }
  const step = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') set(width + keyStep)
    if (event.key === 'ArrowRight') set(width - keyStep)
  }
  return (
    <div className={classes.panes} ref={frame}>
      <div className={classes.left}>{left}</div>
      {right && (
        <>
          {/* A window splitter of the ARIA patterns: a separator that takes focus and has a value. */}
          <div
            className={classes.divider}
            role="separator"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={t('resizePane')}
            aria-valuenow={width}
            aria-valuemin={narrowest}
            aria-valuemax={widest}
            onKeyDown={step}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
          />
          <div className={classes.right} style={{ width }}>
            {right}
            {onCloseRight && (
              <CloseButton
                className={classes.closePane ?? ''}
                aria-label={t('closePane')}
                onClick={onCloseRight}
              />
            )}
          </div>
        </>
      )}
    </div>
  )
}
