-- How many bytes of originals a company may have, those in the bin included; null for as many as there is room for.
alter table companies
  add column quota_bytes bigint,
  add constraint companies_quota_bytes_check check (quota_bytes > 0);

-- What a company has is summed from the index alone.
drop index files_company;
create index files_company on files (company_id) include (file_size);
