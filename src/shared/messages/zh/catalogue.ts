import type { Translations } from '../translate.ts'

/** Chinese texts: drugs, lists, pathways and offline sync. */
export const catalogue: Translations = {
  'The service cannot filter by pathway or direction. You see the cached drugs with known pathways, and those that the service found for the words and the category.':
    '服务不能按通路或方向筛选。此处显示已缓存且通路已知的药物，以及服务按文字和类别找到的药物。',
  'The service names each page of its list on the page before it. After {0} pages, not all of this one was reached: narrow the search, or make the drugs available offline.':
    '该服务的列表每一页只给出下一页的地址。读取 {0} 页后仍未完整到达此页：请缩小搜索范围，或将药物设为离线可用。',
  'One drug in this response has no usable ID, so Pathclock neither shows nor caches it.':
    '此应答中有一种药物没有可用的标识符：不显示，也无法保存。',
  '{0} drugs in this response have no usable ID, so Pathclock neither shows nor caches them.':
    '此应答中有 {0} 种药物没有可用的标识符：不显示，也无法保存。',
  'This computer has no cached response for this name.': '本机没有保存此名称的应答。',
  'Look it up on the service first.': '请先在服务中查询。',
  'Pathclock is indexing the cached drugs ({0}%). Until then a search finds only those that are indexed.':
    '本机保存的药物正在建立索引（{0}%）。完成之前只能搜索到已建立索引的药物。',
  'More than {0} drugs match. Only the best {1} are sorted; add words to sort all of them.':
    '匹配的药物超过 {0} 种，只对其中最匹配的 {1} 种排序；请增加搜索词以便全部排序。',
  'You see cached drugs.': '此处显示本机保存的内容。',
  'The search text is very long: only its first {0} characters were searched with.':
    '搜索文字过长：仅使用了前 {0} 个字符。',
  'Its pathways are therefore not from now: shown are those known from before, where there are any.':
    '因此其通路不是最新的：如有，则显示之前已知的通路。',
  'This drug is not cached on this computer.': '本机没有保存此药物。',
  'This drug is not cached on this computer. Search for it at the service first.':
    '本机没有保存此药物。请先在服务中搜索。',
  'Pathclock shows the response, but could not cache it for offline search.':
    '应答已显示，但无法保存以供离线搜索。',
  'The pathway to filter by is not in the table any more. Choose another.':
    '用于筛选的通路已不在表中。请选择其他通路。',
  'Favorites cannot be renamed. Make a list instead.': '收藏不能重命名。请改为新建列表。',
  'Favorites have no note. Make a list instead.': '收藏没有备注。请改为新建列表。',
  'Favorites cannot be removed. Remove drugs from them one by one.': '收藏不能删除。请逐个移出其中的药物。',
  'This list no longer exists. Choose another one.': '此列表已不存在。请选择其他列表。',
  'A saved search named “{0}” already exists. Choose another name.':
    '已有名为“{0}”的保存的搜索。请选择其他名称。',
  'This saved search no longer exists. Save it again.': '此保存的搜索已不存在。请重新保存。',
  'A list named “{0}” already exists. Choose another name.': '已有名为“{0}”的列表。请选择其他名称。',
  'A tag has no note. Make a list instead.': '标签没有备注。请改为新建列表。',
  'A tag has at most {0} characters. Choose a shorter name.': '标签最多 {0} 个字符。请选择较短的名称。',
  'A tag “{0}” already exists. Choose another name.': '已有标签“{0}”。请选择其他名称。',
  'This pathway is not in the table any more. Look at the table again.': '此通路已不在表中。请重新查看该表。',
  'A pathway cannot be merged into itself. Choose another one.': '通路不能与自身合并。请选择另一条。',
  'No drug or result names this pathway any more. Look at the table again.':
    '已没有药物或结果使用此通路名称。请重新查看该表。',
  'This is the only name of its pathway, so there is nothing to part it from.':
    '这是该通路唯一的名称，因此没有可拆分的内容。',
  'Another pathway has this title. Merge the two if they are one, or choose another title.':
    '另一条通路使用此名称。如果是同一条通路，请将两者合并，或选择其他名称。',
  'The service does not sort its list. Drugs that were added or removed while it was read may be missing; make it available once more to be sure.':
    '服务的列表没有排序。读取期间新增或移除的药物可能缺失；请再次下载以确保完整。',
  'Pathclock tries again in {0} min.': '{0} 分钟后重试。',
  'Pathclock tries again in {0} s.': '{0} 秒后重试。',
  'The limit of {0} {1:request|requests} per hour is used up. Offline sync continues in {2} min.':
    '每小时 {0} 个请求的上限已用完。离线同步将在 {2} 分钟后继续。',
  'This computer has no such plan.': '本机不知道此计划。',
  'Its drugs are no longer cached. Resume to fetch them again.': '其药物已不在此处；请继续以重新获取。',
  'This drug list does not exist on this computer.': '本机没有这个列表。',
  'Drugs offline: cached drugs': '离线药物：已缓存的药物',
  'Drugs offline: whole catalog': '离线药物：整个目录',
  'Drugs offline: class “{0}”': '离线药物：类别“{0}”',
  'Drugs offline: list “{0}”': '离线药物：列表“{0}”',
  'The drug list of this plan no longer exists. Remove the plan.': '此计划的列表已不存在。请移除该计划。',
  'This plan was removed. Its cached drugs stay.': '此计划已移除。已保存的药物会保留。',
  'Paused.': '已暂停。',
  'Another Pathclock made these drugs available offline.': '另一个 Pathclock 已完成这些药物的离线下载。',
  'Another Pathclock took over this plan.': '另一个 Pathclock 已接手并继续进行。',
  '{0} {1:drug|drugs} could not be fetched. The next run tries again.':
    '其中 {0} 种药物未能获取，下次运行时会再次询问。',
  '{0} {1:drug|drugs} available offline.': '{0} 种药物可离线使用。',
  'Resume to read the list again.': '请继续以重新读取列表。',
  'One drug of the list has no identifier that can be used, so it could not be stored.':
    '列表中有 1 种药物没有可用的标识符，因此无法保存。',
  '{0} drugs of the list have no identifier that can be used, so they could not be stored.':
    '列表中有 {0} 种药物没有可用的标识符，因此无法保存。',
  'One entry of the list came under the identifier of another drug, and only one of the two was stored.':
    '列表中有 1 个条目与另一种药物的标识符相同，两者中只保存了一个。',
  '{0} entries of the list came under the identifier of another drug, and only one of each was stored.':
    '列表中有 {0} 个条目与另一种药物的标识符相同，每个标识符只保存了一个。',
  'The service reports more drugs, but Pathclock cannot request their page, so drugs may be missing.':
    '服务称还有更多药物，但 Pathclock 无法请求其所在的页面，因此可能缺少药物。',
  'The list changed while it was read, so drugs may be missing.': '读取期间列表有变化，因此可能缺少药物。',
  'The service says {0} {1:drug|drugs} and gave {2}.': '服务表示有 {0} 种药物，但给出了 {2} 种。',
  'Another Pathclock is working on this plan. You see its progress here.':
    '另一个 Pathclock 正在处理此项。此处跟随其进展。',
  'The drug cache was damaged. It is saved as {0}, and a new one fills from the service.':
    '用于离线搜索的药物已损坏。已另存为 {0}，内容会重新从服务获取。',
  'The drug search stopped unexpectedly. Try again to restart it.': '药物搜索意外停止。请重试以重新启动。',
  'The service gave its first page again instead of the next one, so drugs may be missing.':
    '服务没有给出下一页，而是再次给出第一页，因此可能缺少药物。',
  'The service gave different values for names that seem to be one pathway: {0}. Statistics use the first of them; merge or separate the names in Pathways.':
    '服务对看似同一通路的名称给出了不同的值：{0}。统计使用其中第一个；请在“通路”中合并或分开这些名称。',
  'it is a web page, not the {0} that it is declared as. Sign in again, or check the network for a sign-in page':
    '它是网页，而不是所声明的 {0}。请重新登录，或检查网络是否有登录页面',
  'its content is not the {0} that it is declared as': '其内容不是所声明的 {0}',
  'it is a sign-in page, not a report. Sign in again, or check the network for a sign-in page':
    '它是登录页面，而不是报告。请重新登录，或检查网络是否有登录页面',
  'it names {0} twice in one record, with different values': '它在一条记录中两次给出 {0}，且值不同',
  'The samples of the line that the residual refers to: how many, and which; empty: there is no line.':
    '残差所依据的回归线的样本：数量与范围；为空表示没有回归线。',
  'What the z-scores in brackets refer to: how many samples with a value, and which.':
    '括号中 z 分数的参照：有值的样本数量与范围。',
  'What the z-scores or ranks of the row refer to: how many samples with a value, and which.':
    '该行 z 分数或排名的参照：有值的样本数量与范围。',
  'Reference: {0}.': '参照：{0}。',
  'The sign-in server could not be reached, or gave no answer in time.':
    '无法连接登录服务器，或它未及时响应。',
  'The sign-in server offers no revocation.': '登录服务器不提供撤销。',
  'The sign-in server refused to revoke a token: {0}.': '登录服务器拒绝撤销令牌：{0}。',
  'The sign-in server refused to revoke a token: it does not accept this client.':
    '登录服务器拒绝撤销令牌：它不接受此客户端。',
  'The sign-in server sent a web page instead of its response.': '登录服务器返回的是网页，而不是其响应。',
  'it is a web page': '它是网页',
}
