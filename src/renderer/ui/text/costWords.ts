import { useTranslation } from 'react-i18next'
import { isLeast, type PaidCall, secondsOf, totalRequests } from '../../../shared/domain/requests/paidCall.ts'
import { perMinute } from '../../../shared/domain/requests/requestTime.ts'
import { useDurationFormat } from './formats.tsx'

/** Returns the requests and the time of a call in words. All screens use these words. */
export function useCostWords(call: PaidCall) {
  const { t } = useTranslation('ui')
  const formatDuration = useDurationFormat()
  const least = isLeast(call)
  const seconds = secondsOf(call)
  const [orders, all] = [formatDuration(seconds.orders), formatDuration(seconds.all)]
  const kinds = (['order', 'status', 'analysis', 'clock', 'screening'] as const).flatMap((kind) => {
    const count = call.requests[kind]
    return count === 0 ? [] : [t(`paidCall.kinds.${kind}`, { count })]
  })
  return {
    /** Such as `at least 160 requests`. */
    requests: t(least ? 'paidCall.atLeastRequests' : 'paidCall.aboutRequests', {
      count: totalRequests(call),
    }),
    /** Such as `40 orders · 40 status checks`; empty if all requests are of one kind. */
    kinds: kinds.length > 1 ? kinds.join(' · ') : '',
    /** Such as `about 2 min or longer`. */
    time: t(least ? 'paidCall.atLeastTime' : 'paidCall.aboutTime', { time: all }),
    /** The time of the orders alone, if it is shorter. */
    ordersTime: call.orders > 0 && orders !== all ? t('paidCall.ordersTime', { time: orders }) : '',
    limit: t('paidCall.limit', { limit: perMinute(call.limit) }),
  }
}
