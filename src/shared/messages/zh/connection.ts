import type { Translations } from '../translate.ts'

/** Chinese texts: the connection check. */
export const connection: Translations = {
  'Seen: {0}.': '实测：{0}。',
  'Pathclock does not know this envelope: of answers in it, lists and scores are not understood.':
    'Pathclock 不认识此外层结构：无法理解其中的列表和得分。',
  'Pathclock took this code for an error before this check.': 'Pathclock 在此次检查之前将此代码视为错误。',
  'Pathclock reads this code as an error.': 'Pathclock 将此代码读作错误。',
  'No list was found in the answer.': '应答中没有找到列表。',
  '{0} drugs in all, by the field {1}.': '共 {0} 种药物，依据字段 {1}。',
  'The end is a short page.': '以不足一页作为结尾。',
  'Requested {0} drugs; the response has {1}.': '请求 {0} 种药物，应答中有 {1} 种。',
  'Not checked, because the service did not respond before.': '未检查，因为服务之前没有应答。',
  'HTTP says {0}, the envelope says {1}.': 'HTTP 表示 {0}，外层结构表示 {1}。',
  'Requested something that cannot exist, on purpose.': '有意请求了不可能存在的内容。',
  'Sent without a grant on purpose, so nothing could be spent.':
    '有意在没有授权的情况下发送，因此不会消耗任何东西。',
  'The service does not accept the credential.': '服务不接受此凭据。',
  'A redirect, which is not followed, so that the credential never goes elsewhere.':
    '应答是重定向；为避免凭据被送往别处，不会跟随。',
  'The service takes no more requests right now.': '服务目前不再接受请求。',
  'The service failed.': '服务出错。',
  'The answer is empty.': '应答为空。',
  'The answer is not JSON.': '应答不是 JSON。',
  'The service does not list the scopes of the credential.': '服务没有列出凭据的权限范围。',
  'The credential carries no scopes.': '凭据没有权限范围。',
  'The credential carries {0}.': '凭据的权限范围为 {0}。',
  '{0} is the likely one.': '可能需要 {0}。',
  'No scope is documented for this call.': '文档没有为此请求指明权限范围。',
  'The request failed.': '请求失败。',
  'Not checked, because the location of the endpoints is unknown.': '未检查，因为不知道端点的位置。',
  'Pathclock does not know this word, so it checks samples with it again.':
    'Pathclock 不认识此状态：会再次检查处于该状态的样本。',
  '{0} were seen in all.': '共见到 {0} 个。',
  'Seen in these answers; the full list is not documented.': '见于这些应答；文档没有完整的清单。',
  'Some answers show {0} instead.': '有些应答则为 {0}。',
  'Unit and range are not documented; values are shown as the service returns them.':
    '文档没有说明单位和范围；按服务返回的原样显示数值。',
  'Never tried out: codes and refresh tokens serve once.': '从不试探：授权码和刷新令牌只能使用一次。',
  'The register has no sample of this service yet.': '登记表中还没有此服务的样本。',
  'Not checked, because this would start an analysis. Pathclock also reads the format of the pathway analysis.':
    '未检查，因为这会开始分析。Pathclock 也能读取通路分析的格式。',
  'Each page names the next one, which is followed.': '每页都给出下一页，并按其读取。',
  'The page 1 was not the first one.': '第 1 页并不是首页。',
  'The number of a page is ignored; an offset is not.': '服务忽略页码，但不忽略偏移量。',
  'Set it only where an answer cannot be read.': '仅在应答无法读取时设置。',
  'No other code counts as success.': '其他代码均不视为成功。',
  'Only sent where an answer names a cursor.': '仅在应答给出游标时发送。',
  'Not checked, because this would place an order.': '未检查，因为这会下单。',
  'Not checked, because this would start an analysis. Pathclock never repeats a request that may cost.':
    '未检查，因为这会开始分析。可能产生费用的请求绝不会自动重发。',
  'Not checked, because this would start an analysis.': '未检查，因为这会开始分析。',
  'Not checked, because this would start a screening. Pathclock polls tasks and shows results.':
    '未检查，因为这会开始筛选。返回任务时轮询，返回结果时显示。',
  'Columns are sent under their own names.': '各列以其原名发送。',
  'Only placing an order twice would show it, so it is not tried. An order whose answer is lost is shown and never sent again by itself.':
    '只有重复下单才能得知，因此不尝试。应答丢失的订单会显示出来，绝不会自动重发。',
  'The refusal of an empty request did not show it.': '对空请求的拒绝没有显示这一点。',
  'Neither the credential nor the service lists them.': '凭据和服务均未列出。',
  'Assumed: a positive aging offset means older than expected. Not documented.':
    '假定：正的衰老偏移表示比预期更老。文档没有说明。',
  'The documented names; others may follow.': '文档中的名称；之后可能有更多。',
  'No events are documented, so Pathclock polls for states.':
    '文档没有提到事件，因此 Pathclock 通过轮询得知状态。',
  'None is documented, and none is tried out.': '文档没有说明，也不试探。',
  'The answers carry no date.': '应答不含日期。',
  'Set for this profile; the answers show {0}.': '已为此配置设定；应答显示 {0}。',
  'Set for this profile.': '已为此配置设定。',
  'No report came.': '没有收到报告。',
  'Not checked, because the register has no finished sample.': '未检查，因为登记表中没有已完成的样本。',
  'Learned from the service; the profile has {0}.': '从服务得知；配置中为 {0}。',
  '{0} s ahead of that of the service': '比服务的时钟快 {0} 秒',
  '{0} s behind that of the service': '比服务的时钟慢 {0} 秒',
  "This computer's clock is {0}. Set it by a time server: sign-ins may end early, and times of orders will not fit.":
    '本机时钟{0}。请通过时间服务器校准：否则登录可能提前失效，订单时间也会不符。',
  'The search found no drug to check.': '搜索没有找到可检查的药物。',
  'The register has no finished sample yet.': '登记表中还没有已完成的样本。',
  'The sign-in server is {0}; only the service itself is checked.': '登录服务器是 {0}；只检查服务本身。',
  'The token endpoint is at another server.': '令牌端点在另一台服务器上。',
  'The sign-in server names none.': '登录服务器未给出。',
  'Those of the documentation; offline_access too where it is offered.':
    '文档所列的范围；提供 offline_access 时一并请求。',
  'Sent only where it is set.': '仅在设置后发送。',
  'Sent with offline_access, or where it is set.': '请求 offline_access 时或设置后发送。',
  'On any free port.': '使用任意空闲端口。',
  'The first metadata name the endpoints.': '前一份元数据已给出端点。',
  'Named by the metadata at {0}.': '由 {0} 的元数据给出。',
  'Its metadata are at {0}.': '其元数据位于 {0}。',
  'Assumed at {0}, which has no metadata.': '{0} 没有元数据，此为假定值。',
  'Named by its metadata.': '由其元数据给出。',
  'No metadata; the assumed path answers.': '没有元数据；假定的路径有应答。',
  'At another server, {0}: signing in there needs it named as the sign-in server of this profile.':
    '在另一台服务器 {0} 上：在那里登录需要将其设为此配置的登录服务器。',
  'Seen in a refusal.': '见于一次拒绝。',
  'The sign-in server offers: {0}.': '登录服务器提供：{0}。',
}
