import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CapsuleProblem } from '../../../shared/domain/study.ts'
import classes from './capsule.module.css'

/** Why a capsule is not opened: each file that is not as the capsule's own list has it. */
export function CapsuleProblems({ problems }: { problems: readonly CapsuleProblem[] }) {
  const { t } = useTranslation('capsule')
  return (
    <Alert
      role="alert"
      color="red"
      title={t('problems.title')}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <div>{t('problems.about', { count: problems.length })}</div>
      <ul className={classes.problems}>
        {problems.map(({ path, problem, line }) => (
          <li key={`${problem} ${path}`}>
            <code>{path}</code>
            {line === undefined ? '' : ` (${t('problems.line', { line })})`} {t(`problems.${problem}`)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
