import { useTranslation } from 'react-i18next'
import type { ImportCheck, Severity } from '../../../shared/domain/importing.ts'
import { numberFormatter } from '../../ui/formats.ts'
import classes from './import.module.css'
import { SeverityMark } from './SeverityMark.tsx'

/** What rows of the grid are shown: all, or those that a severity or one rule is about. */
export type Filter = { severity?: Severity; rule?: string }

type Props = { rules: ImportCheck['rules']; filter: Filter; choose(filter: Filter): void }

const severities = ['error', 'warning', 'note'] as const

/** The rules that were broken, with how often, as a filter of the rows. */
export function RuleFilter({ rules, filter, choose }: Props) {
  const { t, i18n } = useTranslation('import')
  const format = numberFormatter(i18n.language)
  const total = (of: ImportCheck['rules']) => of.reduce((sum, { count }) => sum + count, 0)
  return (
    <nav className={classes.rules} aria-label={t('rules.label')}>
      <button
        type="button"
        className={classes.rule}
        aria-pressed={filter.severity === undefined && filter.rule === undefined}
        onClick={() => choose({})}
      >
        <span>{t('rules.all')}</span>
        <span>{format.format(total(rules))}</span>
      </button>
      {severities.map((severity) => {
        const own = rules.filter((rule) => rule.severity === severity)
        if (own.length === 0) return null
        return (
          <div key={severity} className={classes.ruleGroup}>
            <button
              type="button"
              className={classes.rule}
              data-severity={severity}
              aria-pressed={filter.severity === severity && filter.rule === undefined}
              onClick={() => choose({ severity })}
            >
              <SeverityMark severity={severity}>{t(`rules.${severity}`)}</SeverityMark>
              <span>{format.format(total(own))}</span>
            </button>
            {own.map(({ rule, count }) => (
              <button
                key={rule}
                type="button"
                className={classes.rule}
                data-inner
                aria-pressed={filter.rule === rule && filter.severity === severity}
                title={rule}
                onClick={() => choose({ severity, rule })}
              >
                <span className={classes.ruleName}>{t(`rule.${rule}`, { defaultValue: rule })}</span>
                <span>{format.format(count)}</span>
              </button>
            ))}
          </div>
        )
      })}
    </nav>
  )
}
