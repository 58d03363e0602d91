;;; lsp_mode.el --- The scenario in lsp-mode  -*- lexical-binding: t -*-

(load (expand-file-name "common.el" (file-name-directory load-file-name)))
(require 'lsp-mode)
(require 'lsp-diagnostics)

(setq lsp-session-file (expand-file-name "lsp-session" (getenv "HOME"))
      lsp-enable-file-watchers nil
      lsp-auto-guess-root t
      lsp-diagnostics-provider :none
      lsp-enable-snippet nil
      lsp-idle-delay 0.1
      lsp-debounce-full-sync-notifications nil
      lsp-keep-workspace-alive nil
      lsp-headerline-breadcrumb-enable nil
      lsp-enable-suggest-server-download nil)

(defun text-between (range)
  (save-excursion
    (let* ((start (gethash "start" range)) (end (gethash "end" range)))
      (buffer-substring-no-properties (lsp--position-to-point start) (lsp--position-to-point end)))))

(defun marked ()
  (mapcar
   (lambda (one)
     (list (cons 'text (text-between (gethash "range" one)))
           (cons 'code (gethash "code" one))
           (cons 'message (gethash "message" one))
           (cons 'line (gethash "line" (gethash "start" (gethash "range" one))))))
   (sort (copy-sequence (append (gethash (expand-file-name "paper.tex") (lsp-diagnostics t)) nil))
         (lambda (a b) (< (gethash "line" (gethash "start" (gethash "range" a)))
                          (gethash "line" (gethash "start" (gethash "range" b))))))))

(defun act (finding title)
  (go-to finding)
  (let* ((actions (append (lsp-code-actions-at-point) nil))
         (action (seq-find (lambda (one) (equal title (gethash "title" one))) actions)))
    (if (not action)
        (push (cons 'missing_action title) seen)
      (unless (gethash "edit" action)
        (setq action (lsp-request "codeAction/resolve" action)))
      (lsp--apply-workspace-edit (gethash "edit" action)))))

(find-file "paper.tex")
(buffer-enable-undo)
(latex-mode)
(lsp-workspace-folders-add default-directory)
(lsp)
(let ((all '(0 1)) (once (of 'after_fix)))
  (step 'open all #'marked)
  (go-to (nth (of 'finding (of 'hover)) (of 'findings)))
  (let ((hover (lsp-request "textDocument/hover" (lsp--text-document-position-params))))
    (push (cons 'hover (gethash "value" (gethash "contents" hover))) seen))
  (act (finding-of 'fix) (of 'title (of 'fix)))
  (push (cons 'fixed_line (line-of (finding-of 'fix))) seen)
  (step 'after_fix once #'marked)
  (goto-char (point-min))
  (insert "\\newcommand{\\half}[1]{ \\begin{tabular\n")
  (wait-until #'ignore 1)
  (push (cons 'while_broken (vconcat (marked))) steps)
  (delete-region (point-min) (point))
  (step 'after_mending once #'marked)
  (act (finding-of 'ignore) (of 'title (of 'ignore)))
  (push (cons 'ignored_line (line-of (finding-of 'ignore))) seen)
  (step 'after_ignore nil #'marked))
(finish)
;;; lsp_mode.el ends here
