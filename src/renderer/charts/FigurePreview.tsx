import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../../figures/drawing.ts'
import type { Figure } from '../../figures/figure.ts'
import { toSvgFile } from './clipboard.ts'
import classes from './figureDialog.module.css'
import { toSizedSvg } from './figureFile.ts'
import type { FigurePage } from './fitFigure.ts'

type Props<K extends Kind> = {
  figure: Figure<K> | null
  page: FigurePage
  background: 'white' | 'none'
  problem: string | null
}

/** The figure as it will be, in the room that there is. */
export function FigurePreview<K extends Kind>({ figure, page, background, problem }: Props<K>) {
  const { t } = useTranslation('figure')
  const url = useMemo(
    () => (figure ? URL.createObjectURL(toSvgFile(toSizedSvg(figure, page))) : null),
    [figure, page],
  )
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url)
    },
    [url],
  )
  return (
    <div className={classes.preview}>
      {url !== null && (
        <img
          className={`${classes.paper} ${background === 'none' ? classes.clear : ''}`}
          src={url}
          alt={`${t('preview')}: ${figure?.summary ?? ''}`}
        />
      )}
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
