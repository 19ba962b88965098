import { Button } from '@mantine/core'
import { IconLetterCase, IconUserEdit } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Pathway, PathwayName } from '../../../shared/domain/pathway.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import classes from './pathways.module.css'
import { namesTable } from './toCopied.ts'

/** Every way the pathway is written, why it belongs here, how often it came, and the way to part it. */
export function Names({ detail, split }: { detail: Pathway; split(name: string): void }) {
  const { t, i18n } = useTranslation('pathways')
  const number = numberFormatter(i18n.language)
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>{t('names.title', { count: detail.names.length })}</h3>
        <span className={classes.gap} />
        <CopyAs read={() => namesTable(detail)} />
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('names.name')}</th>
            <th scope="col">{t('names.why')}</th>
            <th scope="col" className={classes.number}>
              {t('columns.drugs')}
            </th>
            <th scope="col" className={classes.number}>
              {t('names.results')}
            </th>
            {detail.names.length > 1 && (
              <th scope="col">
                <span className={classes.unseen}>{t('split.action')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {detail.names.map((one) => (
            <tr key={one.name}>
              <td className={classes.written}>
                <bdi>{one.name}</bdi>
              </td>
              <td>
                <Why how={one.how} />
              </td>
              <td className={classes.number}>{number.format(one.drugs)}</td>
              <td className={classes.number}>{number.format(one.results)}</td>
              {detail.names.length > 1 && (
                <td className={classes.action}>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="gray"
                    c="dimmed"
                    aria-label={t('split.named', { name: one.name })}
                    onClick={() => split(one.name)}
                  >
                    {t('split.action')}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Why({ how }: { how: PathwayName['how'] }) {
  const { t } = useTranslation('pathways')
  const Icon = how === 'person' ? IconUserEdit : IconLetterCase
  return (
    <span className={classes.why}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {t(`how.${how}`)}
    </span>
  )
}
