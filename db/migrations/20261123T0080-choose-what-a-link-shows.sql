-- Which kinds of files a link shows beside maps.
alter table share_links
  add show_photos boolean not null default true,
  add show_videos boolean not null default true,
  add show_documents boolean not null default true,
  -- The weeks of a link to some of them, also those that were deleted since: it never widens by itself.
  add submission_ids uuid[],
  add constraint share_links_weeks check (
    submission_ids is null or submission_id is null and cardinality(submission_ids) > 0);
